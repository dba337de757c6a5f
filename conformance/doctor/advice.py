"""One thing to do about each way in which no usable reply comes, over a pipe and over HTTP."""

from __future__ import annotations

from typing import Final

from conformance.adapters.protocol import LostKind

OVER_A_PIPE: Final[dict[LostKind, str]] = {
    "start": "Start the command by hand, in this folder: it has to stay and wait for a line on its standard "
    "input. Its standard error tells why it ended.",
    "crash": "Send this one line to the command by hand and see why it ends; its standard error may tell.",
    "hang": "Read standard input line by line, and flush standard output after every reply: a reply that "
    "stays in a buffer never arrives.",
    "not_json": "Write nothing but replies to standard output, each as one line of JSON with one line end "
    "(no empty lines); whatever else the program says belongs on standard error.",
    "wrong_reply": "Answer every request exactly once and in order, with 'jsonrpc', the number of the "
    "request as 'id', and either 'result' or 'error'.",
    "too_long": "Keep a reply below 1 MiB, and end it with a line end.",
}

OVER_HTTP: Final[dict[LostKind, str]] = {
    "start": "See whether the server runs and listens at the host and port of this address.",
    "crash": "Look into the server's own log: it closed the connection before the whole response was sent. "
    "The header Content-Length has to be the number of bytes of the body.",
    "hang": "Send the response as soon as it is complete, with the right Content-Length: while the body is "
    "shorter than that, it is waited for. Up to eight requests are open at a time.",
    "not_json": "Answer a POST to this address with status 200, the header 'Content-Type: application/json', "
    "and as the body the reply alone: one JSON object, no page and no log line. Is the path of the address "
    "right?",
    "wrong_reply": "Answer a POST to this address with status 200 and the reply to the request in its body: "
    "'jsonrpc', the same 'id', and either 'result' or 'error'; a refusal is an 'error', whatever the status.",
    "too_long": "Keep the body of a response below 1 MiB.",
}
