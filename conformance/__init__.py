"""The conformance kit: corpus, adapters, runner and pytest plugin. Nothing heavy is imported here."""
