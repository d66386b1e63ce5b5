"""Live campaigns: ask, measure, tell, stop, kept in a database."""

from typing import TYPE_CHECKING

import lazy_loader

from cheapbandits.errors import CampaignError, ClosedError, NoSuchAskError

if TYPE_CHECKING:
    from cheapbandits.campaign.answers import Ask, Status
    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.campaign.spec import Spec

__all__ = ["Ask", "Campaign", "CampaignError", "ClosedError", "NoSuchAskError", "Spec", "Status"]

# Imported when first used: a look at the status needs no policy, no graph and no NumPy.
__getattr__, __dir__, _ = lazy_loader.attach(
    __name__,
    submod_attrs={"campaign": ["Campaign"], "answers": ["Ask", "Status"], "spec": ["Spec"]},
)
