"""The golden transcripts are what the reference says, and show what the author of an adapter must know."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from conformance.adapters.protocol import INTERNAL, REJECTED, UNSUPPORTED, Json
from conformance.corpus import corpus_dir
from conformance.strict_json import JsonObject
from conformance.transcripts import (
    FOLDER,
    TranscriptError,
    main,
    read_lines,
    transcript_path,
    transcript_text,
    with_replies,
)
from conformance.wire import read_hello
from refengine.rulesets.catalogue import GAMES

DRAW_TEXTS = {"brazilian-pingo", "italian-invito", "italian-progressive"}


def exchanges(rules: str) -> list[tuple[JsonObject, JsonObject]]:
    """Requests with their replies."""
    lines = read_lines(transcript_path(corpus_dir(), rules))
    requests = [line["request"] for line in lines if "request" in line]
    replies = [line["reply"] for line in lines if "reply" in line]
    pairs: list[tuple[JsonObject, JsonObject]] = []
    for request, reply in zip(requests, replies, strict=True):
        assert isinstance(request, dict)
        assert isinstance(reply, dict)
        pairs.append((request, reply))
    return pairs


def of(message: JsonObject, *path: str) -> Json:
    """What stands at the end of a path of keys; None if there is no such path."""
    value: Json = message
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


@pytest.mark.parametrize("rules", GAMES)
def test_the_replies_are_those_of_the_reference(rules: str) -> None:
    path = transcript_path(corpus_dir(), rules)
    again = transcript_text(list(with_replies(rules, read_lines(path))))
    assert again.splitlines() == path.read_text("utf-8").splitlines()


@pytest.mark.parametrize("rules", GAMES)
def test_requests_are_numbered_and_every_reply_bears_the_number(rules: str) -> None:
    for number, (request, reply) in enumerate(exchanges(rules), start=1):
        assert (of(request, "id"), of(reply, "id")) == (number, number)


@pytest.mark.parametrize("rules", GAMES)
def test_a_transcript_begins_with_hello_and_ends_with_bye(rules: str) -> None:
    methods = [of(request, "method") for request, _ in exchanges(rules)]
    assert (methods[0], methods[-1]) == ("hello", "bye")
    assert methods.count("end") >= 2


@pytest.mark.parametrize("rules", GAMES)
def test_the_hello_of_a_transcript_claims_its_rule_set_alone(rules: str) -> None:
    _, reply = exchanges(rules)[0]
    assert list(read_hello(of(reply, "result")).rules) == [rules]


@pytest.mark.parametrize("rules", GAMES)
def test_a_transcript_shows_refusals_of_actions_and_of_set_ups(rules: str) -> None:
    refused = {
        (of(request, "method"), of(reply, "error", "data", "code"))
        for request, reply in exchanges(rules)
        if of(reply, "error", "code") == REJECTED
    }
    assert ("new", "bad_setup") in refused
    assert sum(method == "act" for method, _ in refused) >= 2


@pytest.mark.parametrize("rules", GAMES)
def test_a_transcript_shows_all_three_ways_to_say_no(rules: str) -> None:
    codes = {of(reply, "error", "code") for _, reply in exchanges(rules)}
    assert codes == {None, REJECTED, UNSUPPORTED, INTERNAL}


@pytest.mark.parametrize("rules", GAMES)
def test_a_transcript_shows_the_views_of_seats_with_and_without_a_menu(rules: str) -> None:
    views = [
        of(reply, "result")
        for request, reply in exchanges(rules)
        if of(request, "method") == "view" and of(request, "params", "seat") is not None
    ]
    assert {"menu" in view for view in views if isinstance(view, dict)} == {True, False}
    assert all("hand" in view for view in views if isinstance(view, dict))


@pytest.mark.parametrize("rules", GAMES)
def test_a_transcript_shows_ranked_hands_or_that_there_is_no_ranking(rules: str) -> None:
    ranked = [reply for request, reply in exchanges(rules) if of(request, "method") == "rank"]
    if rules in DRAW_TEXTS:
        assert any("result" in reply for reply in ranked)
        assert any(of(reply, "error", "data", "code") == "bad_cards" for reply in ranked)
    else:
        assert {of(reply, "error", "code") for reply in ranked} == {UNSUPPORTED}


@pytest.mark.parametrize("rules", GAMES)
def test_a_transcript_shows_the_end_of_a_hand(rules: str) -> None:
    ended = {str(of(reply, "result", "last_hand", "ended_by")) for _, reply in exchanges(rules)}
    assert ended - {"None"}


@pytest.mark.parametrize(
    "line",
    [
        '{"note": "two", "request": {}}',
        "[]",
        '{"remark": "unknown"}',
        "{",
        '{"note": 1, "note": 2}',
    ],
)
def test_a_line_of_another_kind_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "ton.jsonl"
    path.write_text(f'{{"note":"fine"}}\n{line}\n', "utf-8")
    with pytest.raises(TranscriptError, match="line 2"):
        read_lines(path)


def test_a_request_that_is_none_is_refused() -> None:
    with pytest.raises(TranscriptError, match="is no request"):
        list(with_replies("ton", [{"request": {"method": "hello"}}]))


def test_an_old_reply_is_found_and_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = Path(shutil.copytree(corpus_dir() / FOLDER, tmp_path / FOLDER)).parent
    path = transcript_path(root, "ton")
    fresh = path.read_text("utf-8")
    path.write_text(fresh.replace('"result":{}', '"result":{"old":true}'), "utf-8")
    monkeypatch.setattr("conformance.transcripts.corpus_dir", lambda: root)
    monkeypatch.setattr("conformance.transcripts.corpus_to_write", lambda _: root)
    assert main(check=True) == 1
    assert "ton.jsonl is out of date" in capsys.readouterr().out
    assert main(check=False) == 0
    assert path.read_text("utf-8") == fresh
    assert main(check=True) == 0
