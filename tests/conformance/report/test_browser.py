"""Pages in a real browser, opened from disk: what is drawn, by keyboard, without scripts, and on a phone."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from selenium.webdriver import ActionChains, Chrome, ChromeOptions, ChromeService, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from conformance.report.html.page import replay_page, report_page
from conformance.report.reading import Stream

FLAGS: Final = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
DRAWN: Final = (Path(__file__).parent / "drawn.js").read_text(encoding="utf-8")
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
Drawn = dict[str, Any]
"""What the script `drawn.js` finds."""


def start(folder: Path, *, scripts: bool = True) -> Chrome:
    """A browser of its own, with the profile in `folder`; skips where there is none."""
    binary = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip("no Chromium with its driver is installed")
    options = ChromeOptions()
    options.binary_location = binary
    for flag in (*FLAGS, f"--user-data-dir={folder}", "--window-size=1280,900"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    if not scripts:
        refuse = {"profile.managed_default_content_settings.javascript": 2}
        options.add_experimental_option("prefs", refuse)
    return Chrome(options=options, service=ChromeService(driver))


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    driver = start(tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def page(folder: Path, wrong: Stream, right: Stream) -> str:
    """The address of the page about two implementations."""
    return written(folder / "report.html", report_page([wrong, right]))


def written(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8", newline="\n")
    return path.as_uri()


def drawn(browser: Chrome) -> Drawn:
    found: Drawn = browser.execute_script(DRAWN)
    return found


def logged(browser: Chrome, kind: str) -> list[dict[str, Any]]:
    """What the browser has noted since the last time."""
    read: Callable[[str], list[dict[str, Any]]] = browser.get_log
    return read(kind)


def requested(browser: Chrome) -> list[str]:
    """The addresses that anything was asked of since the last time."""
    messages = [json.loads(entry["message"])["message"] for entry in logged(browser, "performance")]
    return [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]


def open_case(browser: Chrome, page: str, case: str) -> None:
    """Open the page anew and follow the link of a failed case."""
    browser.get("about:blank")
    browser.get(page)
    browser.find_element(By.CSS_SELECTOR, f"#a a[href='#a.{case}']").send_keys(Keys.ENTER)
    opened = browser.find_element(By.ID, f"a.{case}")
    WebDriverWait(browser, 10).until(lambda _: opened.is_displayed())


def press(browser: Chrome, *keys: str) -> None:
    ActionChains(browser).send_keys(*keys).perform()


def go_to(browser: Chrome, step: int) -> None:
    """To a step by the keyboard, from wherever the slider is."""
    slider = browser.find_element(By.CSS_SELECTOR, f"{VISIBLE} input[type=range]")
    slider.send_keys(Keys.HOME, *([Keys.ARROW_RIGHT] * step))


VISIBLE: Final = "details[open] .player"

# Of every hand three steps: what is drawn there, as far as it is told here.
STEPS: Final[dict[str, dict[int, Drawn]]] = {
    "PIN.9001": {
        1: {
            "seats": [
                {"cards": "Ad As Kd Ks 9c", "chips": "29", "notes": "", "dealer": False},
                {"cards": "Ah Qh Jh Th 9h", "chips": "29", "notes": "", "dealer": False},
                {"cards": "Kc Qc Jc Tc 9d", "chips": "29", "notes": "", "dealer": True},
            ],
            "middle": "hand 1: opening; pot 3",
            "deed": "shuffle As Ah Kc Ad Qh …",
        },
        4: {
            "said": "Card table with 3 seats: hand 1: reshuffle, pot 13",
            "deed": "fold",
            "turns": [],
        },
        9: {
            "seats": [
                {"cards": "Ad As Kd Ks Qs", "chips": "37", "notes": "won 13", "dealer": False},
                {"cards": "Ah Qh Jh Th 9h", "chips": "24", "notes": "", "dealer": False},
                {"cards": "", "chips": "29", "notes": "", "dealer": True},
            ],
            "marks": 2,
            "wanted": ["stacks | [24,37,29] | [37,24,29]"],
        },
    },
    "INV.9001": {
        3: {
            "seats": [{"cards": "back back back back back", "chips": "100", "notes": "", "dealer": False}] * 3
        },
        4: {
            "middle": "hand 1: blind; opens from J; ≠ pot 16",
            "menus": ["blind 10", "decline", "blind 10", "decline"],
            "deed": "blind 10",
            "turns": [[6, 136]],
            "wanted": ["pot | 15 | 16"],
        },
        7: {
            "seats": [
                {"cards": "back back back back back", "chips": "90", "notes": "", "dealer": False},
                {"cards": "Kh Qs Td 8c 7d", "chips": "100", "notes": "owes 10", "dealer": False},
            ],
            "deed": "looks",
        },
    },
    "PRO.9001": {
        2: {"middle": "hand 1: opening; opens from J; pot 4", "turns": [[147, 272]]},
        3: {
            "menus": ["pass", "open 1 to 99 missing", "pass"],
            "heading": "Step 3: seat 0: open 4 here it goes wrong",
            "deed": "open 4",
            "middle": "hand 1: opening; opens from J; opener: seat 0; pot 8",
        },
        4: {"seats": [{"cards": "Kc Kd 9h 8s 7c"}, {"cards": "", "notes": "out"}, {"notes": "owes 4"}]},
    },
    "DOG.9001": {
        0: {"seats": [{"cards": "", "chips": "19", "notes": "", "dealer": False}] * 3, "rows": []},
        2: {
            "rows": ["Th"],
            "middle": "hand 1: betting; pot 1",
            "seats": [{"chips": "22"}, {"cards": "Ah 7c 7d 6s 2h"}],
        },
        3: {"deed": "bet 2", "heading": "Step 3: seat 1 tries: bet 2 here it goes wrong"},
    },
    "TON.9001": {
        5: {
            "rows": ["7h back back back back"],
            "middle": "hand 1: exchange; trump: hearts; bank 4",
            "seats": [{"notes": "0 taken, 0 pts"}] * 4,
        },
        12: {"rows": ["7h", "6s Qs"], "seats": [{"notes": "out, 0 pts"}, {"cards": "Jd 9c 8h 7d"}]},
        13: {
            "rows": ["7h", "6s Qs Ks"],
            "turns": [[147, 6]],
            "marks": 2,
            "wanted": ["tricks_taken | [0,0,0,1] | [0,0,1,0]", "actor | 3 | 2"],
        },
    },
}


def agrees(expected: Any, found: Any) -> bool:
    """Whether all that is told is so; further seats and members do not matter."""
    if isinstance(expected, dict):
        return all(agrees(value, found[name]) for name, value in expected.items())
    if isinstance(expected, list) and expected and isinstance(expected[0], dict):
        return len(found) >= len(expected) and all(map(agrees, expected, found))
    return bool(expected == found)


@pytest.mark.parametrize("case", STEPS)
def test_a_failing_hand_is_drawn_step_by_step(browser: Chrome, page: str, case: str) -> None:
    open_case(browser, page, case)
    assert "here it goes wrong" in drawn(browser)["heading"]
    for number, expected in STEPS[case].items():
        go_to(browser, number)
        found = drawn(browser)
        assert agrees(expected, found), f"step {number}: {found}"


def test_the_page_asks_for_nothing_and_complains_of_nothing(browser: Chrome, page: str) -> None:
    requested(browser)
    logged(browser, "browser")
    for case in STEPS:
        open_case(browser, page, case)
        go_to(browser, 2)
    assert {url for url in requested(browser) if not url.startswith(("data:", "about:"))} == {page}
    assert logged(browser, "browser") == []


def test_arrow_keys_step_through_a_hand(browser: Chrome, page: str) -> None:
    open_case(browser, page, "PIN.9001")
    browser.execute_script("document.querySelector(arguments[0]).focus()", VISIBLE)
    for keys, heading in (
        ((Keys.HOME,), "Start: the session begins"),
        ((Keys.ARROW_LEFT,), "Start: the session begins"),
        ((Keys.ARROW_RIGHT, Keys.ARROW_RIGHT), "Step 2: seat 0: bet 5"),
        ((Keys.ARROW_LEFT,), "Step 1: table: shuffle"),
        ((Keys.END,), "Step 9: seat 1: check"),
        ((Keys.ARROW_RIGHT,), "Step 9: seat 1: check"),
    ):
        press(browser, *keys)
        assert drawn(browser)["heading"].startswith(heading)
    told = browser.find_element(By.CSS_SELECTOR, f"{VISIBLE} output")
    assert told.text == "9 of 9"
    assert told.get_attribute("aria-live") == "polite"


def test_buttons_step_through_a_hand_and_lead_to_the_fault(browser: Chrome, page: str) -> None:
    open_case(browser, page, "DOG.9001")

    def click(label: str) -> None:
        browser.find_element(By.XPATH, f"//details[@open]//button[text()='{label}']").click()

    click("Back")
    assert drawn(browser)["heading"].startswith("Step 2")
    click("Back")
    click("Forward")
    click("Forward")
    click("Forward")
    assert drawn(browser)["heading"].startswith("Step 4")
    assert not browser.find_element(By.XPATH, "//details[@open]//button[text()='Forward']").is_enabled()
    click("To the fault")
    assert drawn(browser)["heading"].startswith("Step 3")


def test_everything_can_be_reached_by_the_tab_key(browser: Chrome, page: str) -> None:
    browser.get("about:blank")
    browser.get(page)
    press(browser, Keys.TAB)
    assert browser.switch_to.active_element.text == "Skip to the content"
    press(browser, Keys.ENTER)
    for _ in range(40):
        press(browser, Keys.TAB)
        if browser.switch_to.active_element.text == "PIN.9001":
            break
    press(browser, Keys.ENTER)
    assert browser.find_element(By.ID, "a.PIN.9001").is_displayed()
    visited = []
    for _ in range(12):
        press(browser, Keys.TAB)
        visited.append(browser.switch_to.active_element.tag_name)
    assert {"summary", "button", "div", "input", "select"} <= set(visited)


def cards_of(browser: Chrome) -> list[str]:
    return [seat["cards"] for seat in drawn(browser)["seats"]]


def test_a_hand_can_be_seen_as_each_seat_sees_it(browser: Chrome, page: str) -> None:
    open_case(browser, page, "PIN.9001")
    go_to(browser, 2)
    figure = browser.find_element(By.CSS_SELECTOR, f"{VISIBLE} .step:not([hidden]) svg.table")
    everything = figure.screenshot_as_png
    eyes = Select(browser.find_element(By.CSS_SELECTOR, f"{VISIBLE} select"))
    eyes.select_by_visible_text("what seat 1 sees")
    hidden = "back back back back back"
    assert cards_of(browser) == [hidden, "Ah Qh Jh Th 9h", hidden]
    assert figure.screenshot_as_png != everything
    browser.find_element(By.CSS_SELECTOR, f"{VISIBLE} .step:not([hidden]) figcaption summary").send_keys(
        Keys.ENTER
    )
    words = browser.find_elements(By.CSS_SELECTOR, f"{VISIBLE} .step:not([hidden]) figcaption li")
    assert [line.text.rpartition(", ")[2] for line in words] == [
        "5 cards face down",
        "holds A♥ Q♥ J♥ 10♥ 9♥",
        "5 cards face down",
    ]
    eyes.select_by_visible_text("all cards")
    assert cards_of(browser)[0] == "Ad As Kd Ks 9c"


def test_cards_that_nobody_has_looked_at_are_hidden_from_every_seat(browser: Chrome, page: str) -> None:
    open_case(browser, page, "INV.9001")
    go_to(browser, 2)
    assert cards_of(browser)[0] == "As Jc Jd 9h 7c"
    Select(browser.find_element(By.CSS_SELECTOR, f"{VISIBLE} select")).select_by_value("0")
    assert set(cards_of(browser)) == {"back back back back back"}


def test_a_cell_of_the_matrix_leads_to_its_cases(browser: Chrome, page: str) -> None:
    browser.get("about:blank")
    browser.get(page)
    browser.find_element(By.CSS_SELECTOR, ".matrix a[aria-label^='TON-14: 0 of 1']").send_keys(Keys.ENTER)
    opened = browser.find_element(By.ID, "clause.TON-14")
    assert opened.is_displayed()
    assert "the highest card of the suit led takes the trick" in opened.text
    opened.find_element(By.LINK_TEXT, "failed").send_keys(Keys.ENTER)
    assert browser.find_element(By.ID, "a.TON.9001").is_displayed()


def test_pictures_and_controls_have_names(browser: Chrome, page: str) -> None:
    browser.get(page)
    nameless = browser.execute_script(
        """return [...document.querySelectorAll("svg[role=img], button, select, input, [role=group]")]
        .filter((one) => !(one.ariaLabel || one.textContent.trim() || one.labels?.length)).length"""
    )
    assert nameless == 0
    levels = browser.execute_script(
        "return [...document.querySelectorAll('h1,h2,h3,h4')].map((one) => +one.tagName[1])"
    )
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("width", [360, 820, 1280])
def test_no_page_is_wider_than_the_window(browser: Chrome, page: str, width: int) -> None:
    screen = {"width": width, "height": 740, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    try:
        open_case(browser, page, "TON.9001")
        wide = browser.execute_script("return document.scrollingElement.scrollWidth")
        assert wide <= width
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


CONTRAST: Final = """
const parse = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
const light = (rgb) => { const [r, g, b] = rgb.map((v) => { v /= 255;
  return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; });
  return .2126 * r + .7152 * g + .0722 * b; };
const behind = (one) => { for (; one; one = one.parentElement) {
  const paint = getComputedStyle(one).backgroundColor;
  if (!/rgba\\(.*, 0\\)|transparent/.test(paint)) return parse(paint); } return [255, 255, 255]; };
document.querySelectorAll("details").forEach((box) => { box.open = true; });
return [...document.querySelectorAll("main *, header *")]
  .filter((one) => !one.closest("svg, :disabled") && one.checkVisibility())
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((one) => { const [a, b] = [light(parse(getComputedStyle(one).color)), light(behind(one))];
    return [(Math.max(a, b) + .05) / (Math.min(a, b) + .05), one.outerHTML.slice(0, 80)]; })
  .filter(([ratio]) => ratio < 4.5);
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(browser: Chrome, page: str, scheme: str) -> None:
    feature = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", feature)
    browser.get("about:blank")
    browser.get(page)
    paper = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert paper == {"light": "rgb(252, 251, 248)", "dark": "rgb(20, 24, 25)"}[scheme]
    assert browser.execute_script(CONTRAST) == []


def test_what_an_adapter_says_does_nothing_in_a_browser(browser: Chrome, folder: Path, evil: Stream) -> None:
    address = written(folder / "evil.html", report_page([evil]))
    logged(browser, "browser")
    requested(browser)
    browser.get(address)
    browser.execute_script("document.querySelectorAll('details').forEach((box) => { box.open = true; })")
    assert browser.execute_script("return document.scripts.length") == 1
    assert browser.execute_script("return document.images.length") == 0
    assert {url for url in requested(browser) if not url.startswith(("data:", "about:"))} == {address}
    assert logged(browser, "browser") == []


def test_without_scripts_all_steps_stand_one_under_another(tmp_path: Path, wrong: Stream, page: str) -> None:
    driver = start(tmp_path / "profile", scripts=False)
    try:
        assert wrong.header is not None
        driver.get(written(tmp_path / "replay.html", replay_page(wrong.header, wrong.lines[0])))
        steps = driver.find_elements(By.CSS_SELECTOR, ".step")
        assert [step.is_displayed() for step in steps] == [True] * 10
        assert all(step.find_element(By.CSS_SELECTOR, "svg.table").is_displayed() for step in steps)
        assert not driver.find_element(By.CSS_SELECTOR, ".controls").is_displayed()
        driver.get(page)
        driver.find_element(By.CSS_SELECTOR, "#a a[href='#a.TON.9001']").send_keys(Keys.ENTER)
        assert driver.find_element(By.ID, "a.TON.9001.s13").is_displayed()
    finally:
        driver.quit()
