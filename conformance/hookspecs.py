"""Hooks for projects whose implementation needs setting up before it can be asked anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conformance.adapters.protocol import Adapter


@pytest.hookspec(firstresult=True)
def pytest_conformance_adapter(config: pytest.Config, spec: str) -> Adapter | None:
    """Return the adapter that `spec`, the value of ``--conformance-adapter``, means in this project.

    None leaves the spec to the kit. With pytest-xdist every worker calls this for itself. What has been set
    up here can be taken down in ``pytest_unconfigure``.
    """
