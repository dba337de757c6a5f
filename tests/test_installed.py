"""What the tests import is what they are meant to test: the wheel in the wheel's environments."""

import os
from importlib import metadata
from pathlib import Path

import pytest

import conformance
import refengine
from refengine import ledger

CHECKOUT = Path(__file__).parents[1]
TESTED = os.environ.get("CARDRULES_TESTED", "checkout")
"""``wheel`` or ``compiled`` where tox has installed one, else the checkout (an editable installation)."""


@pytest.mark.parametrize("package", [refengine, conformance], ids=lambda package: package.__name__)
def test_the_package_under_test_is_the_one_that_was_installed(package: object) -> None:
    path = Path(str(getattr(package, "__file__", "")))
    assert path.is_relative_to(CHECKOUT / path.parent.name) == (TESTED == "checkout")


@pytest.mark.parametrize("package", [refengine, conformance], ids=lambda package: package.__name__)
def test_the_package_says_that_it_is_typed(package: object) -> None:
    assert Path(str(getattr(package, "__file__", ""))).with_name("py.typed").is_file()


def test_the_engine_under_test_is_compiled_where_a_compiled_wheel_was_installed() -> None:
    assert str(ledger.__file__).endswith(".py") == (TESTED != "compiled")


@pytest.mark.skipif(TESTED == "checkout", reason="asks the wheel that tox has installed")
def test_only_the_compiled_wheel_needs_the_library_of_the_compiler() -> None:
    required = [name for name in metadata.requires("pytest-cardrules") or () if "extra ==" not in name]
    assert any(name.startswith("librt") for name in required) == (TESTED == "compiled")
