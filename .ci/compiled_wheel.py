"""A build hook: a wheel that mypyc has compiled needs the compiler's runtime library, a plain one nothing."""

from importlib.metadata import version
from typing import TypedDict

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildData(TypedDict):
    """What is used of the data that hooks share."""

    pure_python: bool
    dependencies: list[str]


class CompiledWheel(BuildHookInterface):
    """Comes after the hook that compiles, which marks the wheel as not of pure Python."""

    def initialize(self, version_built: str, build_data: BuildData) -> None:  # noqa: ARG002 - as it is called
        """The library that was compiled against, or a later one."""
        if not build_data["pure_python"]:
            build_data["dependencies"].append(f"librt>={version('librt')}")
