"""What requests hold. Strict: a text is no number, and an unknown member is a slip."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from cheapbandits.store.names import LONGEST_NAME

__all__ = [
    "AskBody",
    "CloneBody",
    "CorrectBody",
    "DeleteBody",
    "DrillBody",
    "FinishBody",
    "ManyBody",
    "MeantBody",
    "NewBody",
    "NoBody",
    "NodesBody",
    "ObserveBody",
    "RehearsalBody",
    "RemarksBody",
    "RenameBody",
    "StrikeBody",
    "TellBody",
    "TrialBody",
]

Number = Annotated[float, Field(allow_inf_nan=False)]
Node = Annotated[int, Field(ge=0, le=2**53)] | str
Seq = Annotated[int, Field(ge=0, le=2**53)]
Unit = Annotated[
    str | None,
    Field(
        max_length=LONGEST_NAME,
        description="What it was read in, as a check: the name says the unit; empty for none.",
    ),
]


Was = Annotated[
    float | None,
    Field(allow_inf_nan=False, description="The reading as one knows it, as a check (409)."),
]


class Body(BaseModel):
    """What all requests have in common."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NoBody(Body):
    """Nothing need be said; the Content-Type is JSON all the same, so that no form can send it."""

    model_config = ConfigDict(json_schema_extra={"examples": [{}]})


class AskBody(Body):
    """What somebody wants to measure."""

    n: int = Field(1, ge=1, le=10_000, description="How many to have open.")
    lease: Number | None = Field(None, description="Seconds after which an unanswered ask expires.")
    more: bool = Field(False, description="`n` new ones, whatever is open.")
    beyond: bool = Field(False, description="Go on after all planned measurements.")
    assignee: str | None = Field(None, description="Who is to measure: each gets groups of theirs.")

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"n": 2, "assignee": "north"}, {}, {"lease": 3600}]}
    )


class MeantBody(Body):
    """The one that is meant: its `nodes`, with their `weights`, must be those in the log."""

    nodes: list[Seq] | None = Field(None, description="The group that is meant, as a check.")
    weights: list[Number] | None = Field(None, description="And its weights, with its nodes.")

    model_config = ConfigDict(json_schema_extra={"examples": [{}]})

    @model_validator(mode="after")
    def _whose_weights(self) -> Self:
        # Without nodes nothing says which group is meant: they would be passed over.
        if self.weights is not None and self.nodes is None:
            raise ValueError(
                "weights are of nodes: send the group's nodes with them, as the ask has both, or "
                "neither"
            )
        return self


class TellBody(MeantBody):
    """A reading of an ask."""

    reading: Number = Field(description="The measured average over the ask's nodes.")
    unit: Unit = None

    model_config = ConfigDict(json_schema_extra={"examples": [{"reading": 11.4}]})


class ObserveBody(Body):
    """A reading that nobody asked for: the average over any nodes, by index or name."""

    nodes: list[Node] = Field(min_length=1)
    reading: Number
    weights: list[Number] | None = Field(None, description="Shares that sum to 1.")
    unit: Unit = None

    model_config = ConfigDict(json_schema_extra={"examples": [{"nodes": [17, 18], "reading": 9.1}]})


class StrikeBody(MeantBody):
    """The reading that no longer counts: where it is not ``was`` by now, it stays."""

    was: Was = None


class CorrectBody(MeantBody):
    """Another reading in place of the one that counts now: where that is not ``was``, it stays."""

    reading: Number
    unit: Unit = None
    was: Was = None
    struck: bool = Field(False, description="With `was`: it was struck, as one knows it.")

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"reading": 12.4}, {"reading": 12.4, "was": 124.0}]}
    )


class NodesBody(Body):
    """Nodes by index or name."""

    nodes: list[Node] = Field(min_length=1)

    model_config = ConfigDict(json_schema_extra={"examples": [{"nodes": [17]}]})


class AnnulBody(Body):
    """Readings by the numbers of their asks, or of the observations' events."""

    numbers: list[Annotated[int, Field(ge=1, le=2**53)]] = Field(min_length=1, max_length=100_000)
    observation: bool = False

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"numbers": [12, 13], "observation": True}]}
    )


class FinishBody(Body):
    """Why the campaign ends."""

    reason: str = Field("finished", max_length=1000)

    model_config = ConfigDict(json_schema_extra={"examples": [{"reason": "sure enough"}]})


class Shipped(Body):
    """A graph that comes with the package."""

    dataset: str


class Uploaded(Body):
    """A graph that was sent before, see `POST /api/graphs`."""

    upload: str


class OfCampaign(Body):
    """The graph of another campaign, by its id."""

    campaign: str


class NewBody(Body):
    """A new campaign; `settings` are those of `cb.Campaign.create`."""

    name: str
    graph: Shipped | Uploaded | OfCampaign
    settings: dict[str, Any] = Field(default_factory=dict)

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "name": "jobs",
                    "graph": {"dataset": "us_counties"},
                    "settings": {"budget": 30.0, "low": 0.0, "high": 40.0, "horizon": 100},
                }
            ]
        }
    )


class RenameBody(Body):
    """Another name."""

    name: str

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "jobs 2026"}]})


class CloneBody(Body):
    """A new campaign like this one."""

    name: str
    with_readings: bool = Field(False, description="Begin with the readings that count, at no cost")
    budget: float | None = Field(None, description="The same as of this one when left out")

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"name": "jobs again", "with_readings": True}]}
    )


class DeleteBody(Body):
    """The name typed again, so that nobody deletes what they did not mean."""

    name: str = Field(description="The campaign's own name, as a confirmation.")
    export: bool = Field(True, description="First write everything to a file on the server.")

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "jobs"}]})


class SeenRow(Body):
    """One of many readings that nobody asked for."""

    nodes: list[Node] = Field(min_length=1)
    reading: Number
    weights: list[Number] | None = None
    key: str | None = Field(None, description="A row whose key is known is not stored again.")


class ManyBody(Body):
    """Many readings, stored all or none."""

    rows: list[SeenRow] = Field(min_length=1, max_length=100_000)
    unit: Unit = None

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"rows": [{"nodes": [3], "reading": 9.1, "key": "a1"}]}]}
    )


class RemarksBody(Body):
    """Readings and nodes as they would be sent, to hear what may be wrong with them."""

    readings: list[Number] = Field(default_factory=list, max_length=100_000)
    nodes: list[Node] = Field(default_factory=list, max_length=100_000)

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"readings": [-9999], "nodes": [17, "18"]}]}
    )


Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Noise = Annotated[float, Field(ge=0, le=1e50, allow_inf_nan=False)]


class Truth(Body):
    """The values that are played with, and what both kinds of rehearsal have in common."""

    field: str | None = Field(None, description="A field of the shipped data of this graph.")
    values: list[Number] | None = Field(None, description="Or the true value of every node.")
    noise: Noise | None = Field(None, description="Of a reading, in its units.")
    rounds: int | None = Field(None, ge=1, le=100_000, description="The campaign's plan if not.")
    batch: int = Field(1, ge=1, le=1000, description="Asks that go out together.")
    seed: int = Field(0, ge=0, le=2**53)


class RehearsalBody(Truth):
    """Policies side by side; with neither `field` nor `values`, on likely values."""

    runs: int = Field(20, ge=1, le=1000, description="How often everybody plays.")
    against: list[str] = Field(default_factory=list, max_length=20, description="Who else plays.")

    model_config = ConfigDict(json_schema_extra={"examples": [{"runs": 10}, {"field": "rate"}]})


class DrillBody(Truth):
    """One campaign through a database, with shares of what goes wrong in the field."""

    late: Share = 0.1
    missing: Share = 0.05
    duplicate: Share = 0.05
    corrected: Share = 0.05

    model_config = ConfigDict(json_schema_extra={"examples": [{"field": "rate", "late": 0.2}]})


class TrialBody(RehearsalBody):
    """A rehearsal before the start: the campaign as it would be created, and how to play it."""

    graph: Shipped | Uploaded | OfCampaign
    settings: dict[str, Any] = Field(default_factory=dict)

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"graph": {"dataset": "us_counties"}, "settings": {"horizon": 20}, "field": "rate"}
            ]
        }
    )
