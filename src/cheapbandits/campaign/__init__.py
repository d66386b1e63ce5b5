"""Live campaigns: ask, measure, tell, stop, kept in a database."""

from cheapbandits.campaign.answers import Ask, Status
from cheapbandits.campaign.campaign import Campaign
from cheapbandits.campaign.spec import Spec
from cheapbandits.errors import CampaignError, ClosedError, NoSuchAskError

__all__ = ["Ask", "Campaign", "CampaignError", "ClosedError", "NoSuchAskError", "Spec", "Status"]
