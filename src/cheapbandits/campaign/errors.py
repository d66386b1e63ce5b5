"""What can go wrong in a campaign."""

from __future__ import annotations

from cheapbandits.errors import CheapBanditsError

__all__ = ["CampaignError", "ClosedError", "NoSuchAskError"]


class CampaignError(CheapBanditsError, ValueError):
    """A campaign cannot do what was asked of it."""


class ClosedError(CampaignError):
    """The campaign is paused, finished, or has come to its end."""


class NoSuchAskError(CampaignError, LookupError):
    """There is no such ask, or it is not in a state for this."""
