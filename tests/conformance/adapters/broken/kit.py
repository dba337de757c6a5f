"""Stands in for the kit: starts an adapter that does not end by itself, says so, and goes the named way."""

from __future__ import annotations

import os
import sys
import time

from conformance.adapters.protocol import Request
from conformance.adapters.stdio import StdioAdapter


def main(spec: str, way: str) -> None:
    connection = StdioAdapter(spec).connect()
    connection.ask([Request("hello", {})])
    print("ready", flush=True)
    match way:
        case "waits":
            time.sleep(600)
        case "awaits a reply":
            connection.ask([Request("view", {"session": "guilty"})])
        case "returns":
            return
        case "raises":
            raise RuntimeError("the kit went wrong")
        case "exits":
            sys.exit(5)
        case _:
            os._exit(6)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
