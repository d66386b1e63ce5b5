"""What requests hold. Strict: a text is no number, and an unknown member is a slip."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "AskBody",
    "CorrectBody",
    "FinishBody",
    "NewBody",
    "NodesBody",
    "ObserveBody",
    "TellBody",
]

Number = Annotated[float, Field(allow_inf_nan=False)]
Node = Annotated[int, Field(ge=0, le=2**53)] | str
Seq = Annotated[int, Field(ge=0, le=2**53)]


class Body(BaseModel):
    """What all requests have in common."""

    model_config = ConfigDict(extra="forbid", strict=True)


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


class TellBody(Body):
    """A reading; `nodes` (and `weights`) of the ask, where given, must be those that are stored."""

    reading: Number = Field(description="The measured average over the ask's nodes.")
    nodes: list[Seq] | None = Field(None, description="The group that was measured, as a check.")
    weights: list[Number] | None = Field(None, description="And its weights.")

    model_config = ConfigDict(json_schema_extra={"examples": [{"reading": 11.4}]})


class ObserveBody(Body):
    """A reading that nobody asked for: the average over any nodes, by index or name."""

    nodes: list[Node] = Field(min_length=1)
    reading: Number
    weights: list[Number] | None = Field(None, description="Shares that sum to 1.")

    model_config = ConfigDict(json_schema_extra={"examples": [{"nodes": [17, 18], "reading": 9.1}]})


class CorrectBody(Body):
    """Another reading in place of the one that counts now."""

    reading: Number

    model_config = ConfigDict(json_schema_extra={"examples": [{"reading": 12.4}]})


class NodesBody(Body):
    """Nodes by index or name."""

    nodes: list[Node] = Field(min_length=1)

    model_config = ConfigDict(json_schema_extra={"examples": [{"nodes": [17]}]})


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
