"""An adapter that answers everything, and goes wrong in one way where a session is called "guilty".

Called with the name of the way. It plays no game: a reply repeats the method and the session.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

HELLO = {"protocol": 1, "name": "misbehave", "version": "1", "rules": {}, "capabilities": ["play"]}
Message = dict[str, object]


def send(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def reply(ident: object, result: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": ident, "result": result}) + "\n"


def right(message: Message) -> str:
    params = message["params"]
    assert isinstance(params, dict)
    result = (
        HELLO if message["method"] == "hello" else {"did": message["method"], "in": params.get("session")}
    )
    return reply(message["id"], result)


def number(message: Message) -> int:
    ident = message["id"]
    assert isinstance(ident, int)
    return ident


def exits(message: Message) -> None:
    sys.stderr.write("Traceback: the deck is empty\n")
    os._exit(3)


def is_killed(message: Message) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def hangs(message: Message) -> None:
    time.sleep(600)


def hangs_for_good(message: Message) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(600)


def makes_noise(message: Message) -> None:
    send("dealing cards now\n" + right(message))


def sends_half_a_line(message: Message) -> None:
    send(right(message)[:20])
    os._exit(0)


def forgets_the_line_end(message: Message) -> None:
    send(right(message).rstrip("\n"))
    time.sleep(600)


def sends_a_long_line(message: Message) -> None:
    send(reply(message["id"], "x" * 10_000_000))


def sends_a_line_without_end(message: Message) -> None:
    while True:
        send("x" * 100_000)


def sends_the_longest_line(message: Message) -> None:
    empty = len(reply(message["id"], "")) - 1
    send(reply(message["id"], "x" * ((1 << 20) - empty)))


def answers_another(message: Message) -> None:
    send(reply(number(message) + 100, {}))


def answers_twice(message: Message) -> None:
    send(right(message) * 2)


def leaves_a_line_empty(message: Message) -> None:
    send("\n" + right(message))


def throws_as_node_does(message: Message) -> None:
    stack = "".join(f"    at play{depth} (/app/adapter.js:{depth}:1)\n" for depth in range(300))
    sys.stderr.write(f"/app/adapter.js:12\n\nError: the deck is empty\n{stack}\nNode.js v20\n")
    sys.stderr.flush()
    os._exit(1)


def answers_out_of_order(message: Message) -> None:
    later = json.loads(sys.stdin.readline())
    send(right(later) + right(message))


def leaves_the_form(message: Message) -> None:
    send(json.dumps({"id": message["id"], "result": {}}) + "\n")


def answers_with_a_list(message: Message) -> None:
    send(json.dumps([message["id"], {}]) + "\n")


def repeats_a_key(message: Message) -> None:
    send(f'{{"jsonrpc":"2.0","id":{message["id"]},"result":{{"pot":1,"pot":2}}}}\n')


def sends_bytes(message: Message) -> None:
    sys.stdout.buffer.write(b'{"jsonrpc":"2.0","id":1,"result":"\xff\xfe"}\n')
    sys.stdout.buffer.flush()


def closes_its_output(message: Message) -> None:
    os.close(1)
    time.sleep(600)


def floods_its_errors(message: Message) -> None:
    sys.stderr.write("a line of some length that says nothing at all\n" * 100_000 + "the last words\n")
    sys.stderr.flush()
    send(right(message))


def only_complains(message: Message) -> None:
    while True:
        sys.stderr.write("a line of some length that says nothing at all\n" * 100)


def leaves_a_child(message: Message) -> None:
    """The child holds no pipe."""
    subprocess.Popen(["sleep", "600"], stdin=-3, stdout=-3, stderr=-3)
    send(right(message))


def dies_over_a_child(message: Message) -> None:
    """The child holds all pipes, so that they do not close."""
    subprocess.Popen(["sleep", "600"])
    os._exit(4)


def lets_a_child_escape(message: Message) -> None:
    """The child leaves the process group and holds all pipes for a while."""
    subprocess.Popen(["sleep", "1"], start_new_session=True)
    send(right(message))


def stays(message: Message) -> None:
    """Answers, bye too, and does not exit."""
    send(right(message))
    while sys.stdin.readline():
        send(right({"id": number(message) + 1, "method": "bye", "params": {}}))
    time.sleep(600)


def exits_badly(message: Message) -> None:
    """Answers, bye too, and exits with a code."""
    send(right(message))
    for line in sys.stdin:
        send(right(json.loads(line)))
        sys.exit(7)


def leaves_the_rest_unread(message: Message) -> None:
    send(right(message))
    os.close(0)
    time.sleep(600)


WAYS: list[Callable[[Message], None]] = [
    exits,
    is_killed,
    hangs,
    hangs_for_good,
    makes_noise,
    sends_half_a_line,
    forgets_the_line_end,
    sends_a_long_line,
    sends_a_line_without_end,
    sends_the_longest_line,
    answers_another,
    answers_twice,
    leaves_a_line_empty,
    throws_as_node_does,
    answers_out_of_order,
    leaves_the_form,
    answers_with_a_list,
    repeats_a_key,
    sends_bytes,
    closes_its_output,
    floods_its_errors,
    only_complains,
    leaves_a_child,
    dies_over_a_child,
    lets_a_child_escape,
    stays,
    exits_badly,
    leaves_the_rest_unread,
]


def main(way: str) -> None:
    go_wrong = {one.__name__: one for one in WAYS}.get(way)
    if way == "reads_nothing":
        time.sleep(600)
    if way == "shows_a_banner":
        send("misbehave 1.0, ready\n")
    if way == "dies_at_once":
        sys.exit("no module named engine")
    for line in sys.stdin:
        message = json.loads(line)
        if go_wrong is not None and message["params"].get("session") == "guilty":
            go_wrong(message)
        else:
            send(right(message))
        if message["method"] == "bye":
            return


if __name__ == "__main__":
    main(sys.argv[1])
