"""Requests made from the API's own description: a small part of `make api`."""

from tools.api.here import Here
from tools.api.trying import operations, try_all

from cheapbandits.service import shapes as answers

ANSWERS = {"200", "201", "202", "422"}


def test_every_answer_is_as_it_is_described():
    with Here() as here:
        # Hypothesis also draws from the constants of modules that others have imported: where
        # one round of requests does not meet every kind of answer, another may.
        for number in range(3, 8):
            found, wrong = try_all(here, each=3, dear=1, number=number, say=lambda _: None)
            assert wrong == []
            seen = {status for counts in found.values() for status in counts}
            if seen >= ANSWERS:
                break
        names = {f"{one.method.upper()} {one.path}" for one in operations(here.url)}
        described = here.app.openapi()
    assert seen >= ANSWERS
    assert found.keys() == names
    assert all(counts.total() >= 1 for counts in found.values())
    # Seen: no import was answered by 200, and that none could be was not seen.
    assert found["POST /api/campaigns/{campaign}/import"]["200"]
    assert found["POST /api/graphs"]["201"]
    _is_complete(described)


def _is_complete(described):
    """Every address says what it does, takes and answers, with an example, and fails in one way."""
    shapes = described["components"]["schemas"]
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], path
            assert operation["description"], path
            assert operation["tags"], path
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    assert set(answer["content"]) == {"application/problem+json"}, (path, status)
                    schema = answer["content"]["application/problem+json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/Problem"}, (path, status)
            for given in operation.get("parameters", ()):
                assert given["schema"], (path, given["name"])
            assert method == "get" or "requestBody" in operation, path
            for kind, content in operation.get("requestBody", {"content": {}})["content"].items():
                if kind == "application/json":
                    assert _example(content["schema"], shapes), path
    for name in {shape for path in described["paths"].values() for shape in _answers(path)}:
        (example,) = shapes[name]["examples"]
        getattr(answers, name).model_validate(example)


def _answers(methods):
    """The shapes of all answers of an address."""
    for operation in methods.values():
        for answer in operation["responses"].values():
            for content in answer.get("content", {}).values():
                if "$ref" in content.get("schema", {}):
                    yield content["schema"]["$ref"].rpartition("/")[2]


def _example(schema, shapes):
    named = [one["$ref"] for one in (schema, *schema.get("anyOf", ())) if "$ref" in one]
    return any(shapes[name.rpartition("/")[2]].get("examples") for name in named)
