"""The kinds of refusal. Any other exception means that this program broke."""


class Rejected(Exception):
    """The rules forbid it, and nothing has changed. `code` is one of the protocol's words."""

    def __init__(self, code: str, message: str = "", clause: str | None = None) -> None:
        super().__init__(message or code)
        self.code = code
        self.clause = clause


class Unsupported(Exception):
    """A method, a rule set, an option's value or a number of seats that `hello` does not claim."""
