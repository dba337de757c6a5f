"""What the tests import is what they are meant to test: the wheel in the wheel's environments."""

import os
from pathlib import Path

import pytest

import conformance
import refengine

CHECKOUT = Path(__file__).parents[1]
TESTED = os.environ.get("CARDRULES_TESTED", "checkout")
"""``wheel`` where tox has installed one, else the checkout (an editable installation)."""


@pytest.mark.parametrize("package", [refengine, conformance], ids=lambda package: package.__name__)
def test_the_package_under_test_is_the_one_that_was_installed(package: object) -> None:
    path = Path(str(getattr(package, "__file__", "")))
    assert path.is_relative_to(CHECKOUT / path.parent.name) == (TESTED == "checkout")


@pytest.mark.parametrize("package", [refengine, conformance], ids=lambda package: package.__name__)
def test_the_package_says_that_it_is_typed(package: object) -> None:
    assert Path(str(getattr(package, "__file__", ""))).with_name("py.typed").is_file()
