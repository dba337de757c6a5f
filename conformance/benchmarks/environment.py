"""On what the figures were measured: without it they mean little, so it goes wherever they go."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path

from conformance.about import NAME, version
from refengine.table_scorer import COMPILED


def environment() -> dict[str, str]:
    """The day, Python, the machine, and how the engine was built, each in words."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "kit": f"{NAME} {version()}",
        "engine": "compiled" if COMPILED else "pure",
    }


def environment_line(told: dict[str, str]) -> str:
    """All of it in a line."""
    return "; ".join(f"engine {text}" if name == "engine" else text for name, text in told.items())


def _processor() -> str:
    """The model, as far as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, "") or platform.processor() or "unknown"
