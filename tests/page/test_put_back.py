"""A backup that is put back under an open page: what it shows is of the log that there is now."""

import pytest
from playwright.sync_api import expect

from tests.campaign.restoring import Copy

#: The values of the map as it is shown, and as the server has them.
SHOWN = "(({ low, high, value }) => [low, high, ...value].join())(cheapbandits.map.frame)"
THERE = """async (seq) => { const { packed } = await import("/static/api.js");
  const id = document.querySelector("main").dataset.campaign;
  const { low, high, value } = await packed(`/page/campaigns/${id}/frame?at=${seq}`);
  return [low, high, ...value].join(); }"""


@pytest.mark.thorough
def test_earlier_steps_are_of_the_log_that_there_is(site, window):
    """Seen: the map of a step was that of the log that was gone, beside the answer of the new."""
    identity, campaign = site.campaign("Other log")
    backup = Copy(site.db)
    for node, reading in ((3, 12.0), (7, 20.0), (20, 15.0)):
        campaign.observe([node], reading)
    page = window(f"/campaigns/{identity}")
    page.wait_for_selector("#ledger li >> nth=2")
    expect(page.locator("#slider")).to_have_attribute("max", "3")
    page.evaluate("cheapbandits.settled()")
    before = []
    for step in (1, 2, 3):
        page.evaluate("step => cheapbandits.go(step)", step)
        before.append(page.evaluate(SHOWN))
    page.evaluate("cheapbandits.stream.close()")  # it hears of nothing: no event, no reset
    backup.put_back()
    for node, reading in ((30, 19.0), (31, 1.0), (0, 8.0)):
        campaign.observe([node], reading)
    page.evaluate("cheapbandits.refresh().then(() => cheapbandits.settled())")
    expect(page.locator("#ledger .reading").first).to_contain_text("8")
    for step in (1, 2, 3):
        page.evaluate("step => cheapbandits.go(step)", step)
        there = page.evaluate(THERE, page.evaluate("cheapbandits.moment.seq"))
        assert there != before[step - 1]
        assert page.evaluate(SHOWN) == there
