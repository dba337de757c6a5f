"""Take the pictures in docs/images anew: ``python tests/conformance/report/screenshots.py``.

Needs Chromium with its driver, selenium and the extra ``peers``.
"""

from __future__ import annotations

import tempfile
from base64 import b64decode
from pathlib import Path
from typing import Final, NamedTuple

from selenium.webdriver import Chrome, ChromeOptions, ChromeService

from conformance.cli import main

IMAGES: Final = Path(__file__).parents[3] / "docs" / "images"
FLAGS: Final = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")


class Shot(NamedTuple):
    """A picture of what a command has drawn; `place` is the part of the page that it begins with."""

    name: str
    command: tuple[str, ...]
    place: str
    width: int
    height: int
    scheme: str


RUN: Final = ("run", "--adapter", "pokerkit", "--rules", "brazilian-pingo")
REPLAY: Final = ("replay", "PIN.0071", "--adapter", "pokerkit")
TRICK: Final = ("replay", "TON.0119", "--adapter", "conformance.faults:ton-trump-takes-nothing")
SHOTS: Final = (
    Shot("report.webp", RUN, "", 1100, 700, "light"),
    Shot("replay.webp", REPLAY, "", 1100, 790, "light"),
    Shot("replay-dark.webp", TRICK, "", 1100, 730, "dark"),
    Shot("replay-phone.webp", TRICK, "", 390, 800, "light"),
)


def take(browser: Chrome, shot: Shot, folder: Path) -> None:
    page = folder / f"{shot.name}.html"
    main([*shot.command, "--html", str(page)])
    screen = {"width": shot.width, "height": shot.height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    feature = {"features": [{"name": "prefers-color-scheme", "value": shot.scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", feature)
    browser.get(f"{page.as_uri()}{shot.place}")
    taken = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "webp", "quality": 80})
    (IMAGES / shot.name).write_bytes(b64decode(taken["data"]))


def take_all() -> None:
    options = ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in FLAGS:
        options.add_argument(flag)
    with tempfile.TemporaryDirectory() as folder:
        browser = Chrome(options=options, service=ChromeService("/usr/bin/chromedriver"))
        try:
            for shot in SHOTS:
                take(browser, shot, Path(folder))
        finally:
            browser.quit()


if __name__ == "__main__":
    take_all()
