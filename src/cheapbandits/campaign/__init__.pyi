from .campaign import Campaign as Campaign
from .errors import CampaignError as CampaignError
from .errors import ClosedError as ClosedError
from .errors import NoSuchAskError as NoSuchAskError
from .records import Ask as Ask
from .records import Status as Status
from .spec import Spec as Spec
