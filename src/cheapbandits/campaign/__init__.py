"""Live campaigns: ask, measure, tell, stop, kept in a database."""

from cheapbandits.campaign.campaign import Campaign
from cheapbandits.campaign.errors import CampaignError, ClosedError, NoSuchAskError
from cheapbandits.campaign.records import Ask, Status
from cheapbandits.campaign.spec import Spec

__all__ = ["Ask", "Campaign", "CampaignError", "ClosedError", "NoSuchAskError", "Spec", "Status"]
