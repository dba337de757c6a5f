"""``python -m conformance`` is the command ``conformance``."""

import sys

from conformance.cli import main

sys.exit(main())
