"""Pages say what reports say, escaped, and stand alone."""

import re
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from conformance.adapters.protocol import Json, Rejection
from conformance.adapters.reference import Reference
from conformance.convert import JsonObject
from conformance.corpus import Case, Corpus
from conformance.lines import ClauseLine, Interrupted
from conformance.report.html.page import replay_page, report_page
from conformance.report.reading import Stream


class Elements(HTMLParser):
    """All elements of a page: their names, attributes and text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += attrs
        if tag not in ("meta", "link", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.text += f"{data} "

    def all(self, name: str) -> list[str]:
        return [value or "" for key, value in self.attributes if key == name]


def text_of(page: str) -> str:
    return " ".join(Elements(page).text.split())


def test_the_first_screen_says_who_was_judged_by_what_and_how(wrong: Stream) -> None:
    text = text_of(report_page([wrong]))
    assert wrong.header is not None
    for words in (
        "Wrong Games 0.1.0",
        "Adapter games:make",
        f"Corpus {wrong.header.corpus}, of kit",
        "not conformant (3 must or option cases failed, 2 rulings failed)",
        "red-dog 0/1 0/0 1/1",
        "ton 0/0 0/1 1/1",
        "PIN-17 ruling 1",
    ):
        assert words in text


def test_a_page_is_well_formed_and_asks_for_nothing_from_anywhere(wrong: Stream) -> None:
    page = Elements(report_page([wrong, wrong]))
    assert page.open == []
    assert not {"img", "iframe", "object", "embed", "base", "form"} & set(page.names)
    addresses = [*page.all("src"), *page.all("href"), *page.all("xlink:href")]
    assert {address for address in addresses if not address.startswith("#")} == {
        "data:,",
        "https://example.org/",
    }
    assert "@import" not in report_page([wrong])
    assert "url(" not in report_page([wrong])


def test_ids_are_there_once_and_every_link_leads_somewhere(wrong: Stream, right: Stream) -> None:
    page = Elements(report_page([wrong, right, wrong]))
    ids = page.all("id")
    assert len(ids) == len(set(ids))
    targets = {address[1:] for address in page.all("href") if address.startswith("#")}
    assert targets <= set(ids)
    assert {f"a.{name}.9001" for name in ("PIN", "INV", "PRO", "DOG", "TON")} <= targets


def test_what_was_not_played_stands_there_with_its_reason(wrong: Stream, right: Stream) -> None:
    line = replace(right.lines[0], status="not_covered", reason="does not claim menu")
    text = text_of(report_page([wrong._replace(lines=(line, *wrong.lines[1:]))]))
    assert "1 brazilian-pingo, not covered: does not claim menu" in text


def test_clauses_stand_against_implementations(wrong: Stream, right: Stream) -> None:
    page = report_page([wrong, right])
    assert re.search(r'<a href="#clause.DOG-6" title="0 of 1 cases passed, 0 not played"[^>]*>0/1</a>', page)
    assert re.search(r'<a href="#clause.DOG-6" title="1 of 1 cases passed, 0 not played"[^>]*>1/1</a>', page)
    assert "every seat" in text_of(page)


def test_clauses_that_no_case_can_test_say_why(wrong: Stream) -> None:
    assert wrong.header is not None
    polite = ClauseLine("brazilian-pingo", "text", "Be polite.", "No way.")
    clauses = {**wrong.header.clauses, "PIN-99": polite}
    text = text_of(report_page([wrong._replace(header=replace(wrong.header, clauses=clauses))]))
    assert "PIN-99 text Be polite. No way." in text


@pytest.mark.parametrize("end", [None, Interrupted("the power went", 12)])
def test_a_run_that_did_not_finish_is_shown_large(wrong: Stream, end: Interrupted | None) -> None:
    page = report_page([wrong._replace(end=end)])
    assert '<p class="large">This run did not finish.</p>' in page
    assert ("the power went" if end else "the report breaks off after 5 verdicts") in page
    assert "no verdict" in text_of(page)
    assert "not conformant" not in page


def test_a_run_that_finished_is_not(wrong: Stream) -> None:
    assert "did not finish" not in report_page([wrong])


def test_an_adapter_that_never_said_hello_has_a_page_too() -> None:
    page = report_page([Stream("stdio: ./x", None, (), Interrupted("no such command", 10))])
    assert "This run did not finish." in page
    assert "stdio: ./x" in page


def test_whatever_an_adapter_says_is_only_text(evil: Stream) -> None:
    page = report_page([evil])
    elements = Elements(page)
    assert elements.open == []
    assert elements.names.count("script") == 1
    assert elements.names.count("style") == 1
    assert "img" not in elements.names
    assert not [name for name, _ in elements.attributes if name.startswith("on")]
    assert "javascript:" not in page
    assert "49" not in re.findall(r"\{\{.*?\}\}|\b49\b", text_of(page).split("Clauses")[0])
    assert not re.search("[\u202e\u200b]", page)
    assert len(page) < 400_000


def test_the_policy_of_the_page_lets_only_its_own_script_and_style_run(wrong: Stream) -> None:
    page = report_page([wrong])
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy.startswith("default-src 'none'; img-src data:; style-src 'sha256-")
    assert "unsafe" not in policy
    assert " style=" not in page


def test_where_there_is_no_room_cases_are_told_without_pictures_one_of_each_clause_first(
    wrong: Stream,
) -> None:
    size = len(report_page([wrong]).encode())
    assert report_page([wrong]).count('class="player"') == 5
    small = report_page([wrong], room=size - 10_000)
    assert len(small.encode()) <= size - 10_000
    assert 0 < small.count('class="player"') < 5
    none = report_page([wrong], room=0)
    assert none.count('class="player"') == 0
    assert none.count("this draws it") == 5
    assert "conformance replay TON.9001 --adapter games:make --html TON.9001.html" in none


def test_every_step_of_a_failed_case_is_there(wrong: Stream) -> None:
    page = report_page([wrong])
    for line in wrong.lines:
        assert page.count(f'id="a.{line.id}.s') == len(line.course.steps)


def test_a_case_is_told_with_its_clause_and_the_line_to_paste(wrong: Stream) -> None:
    assert wrong.header is not None
    text = text_of(replay_page(wrong.header, wrong.lines[3]))
    assert "Step 3: seat 1 tries: bet 2 here it goes wrong" in text
    assert "accepted, but to be refused with bad_amount under DOG-6" in text
    assert "DOG-6 text From the dealer's left" in text
    assert "conformance run --adapter games:make --case DOG.9001" in text


def test_a_case_that_passed_can_be_drawn(right: Stream) -> None:
    assert right.header is not None
    page = replay_page(right.header, right.lines[4])
    assert "here it goes wrong" not in page
    assert page.count("<figure>") == len(right.lines[4].course.steps)


def test_a_case_from_a_file_of_its_own_is_not_looked_for_in_the_corpus(right: Stream) -> None:
    assert right.header is not None
    page = replay_page(right.header, right.lines[4], "my/case.json")
    assert "conformance replay my/case.json --adapter games:make" in page
    assert "conformance run" not in page


class WrongRanks(Reference):
    """Every hand is a pair, all are equal, and a session can always begin."""

    def rank(self, rules: str, seats: Json, hands: Json, options: Json = None) -> JsonObject:
        keys = super().rank(rules, seats, hands, options)["keys"]
        number = len(keys) if isinstance(keys, list) else 0
        return {"keys": [1] * number, "categories": ["pair"] * number}

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        try:
            return super().new(session, rules, **params)
        except Rejection:
            return super().new(session, "ton", seats=2, stacks=[5, 5], dealer=0)


def test_rankings_and_setups_are_told_without_a_table(play: object, corpus: Corpus) -> None:
    assert callable(play)
    refused = next(entry for entry in corpus.setups if not entry.accepted)
    stream = play(WrongRanks, [corpus.rankings[0], refused])
    assert [line.status for line in stream.lines] == ["failed", "failed"]
    page = report_page([stream])
    assert page.count('class="hand"') == len(
        [hand for tier in corpus.rankings[0].tiers for hand in tier.hands]
    )
    assert "<em>wrong</em>" in page
    assert "accepted, but to be refused with bad_setup" in page
    assert "<figure>" not in page


def test_reports_about_other_corpora_say_so(wrong: Stream, right: Stream) -> None:
    assert right.header is not None
    other = right._replace(header=replace(right.header, corpus="other"))
    assert "about 2 different corpora" in report_page([wrong, other])
    assert "different corpora" not in report_page([wrong, right])


def test_implementations_of_one_name_are_told_apart_by_their_files(wrong: Stream) -> None:
    page = report_page([wrong, wrong._replace(name="other.jsonl")])
    assert "Wrong Games 0.1.0 (report.jsonl)" in page
    assert "Wrong Games 0.1.0 (other.jsonl)" in page


def test_hands_that_nobody_may_look_at_yet_are_told_apart(right: Stream, hands: list[Case]) -> None:
    line = right.lines[1]
    blind = line.course.steps[2].cards
    assert blind is not None
    assert blind.hands == {}
    assert blind.unseen["0"] == ["As", "Jc", "Jd", "9h", "7c"]
    later = line.course.steps[6].cards
    assert later is not None
    assert later.hands["0"] == ["As", "Jc", "Jd", "9h", "7c"]
    assert later.unseen == {}
    assert right.header is not None
    assert "not looked at yet: A♠ J♣ J♦ 9♥ 7♣" in replay_page(right.header, line)


def test_after_an_attempt_the_referees_view_is_kept(right: Stream) -> None:
    before, attempt = right.lines[3].course.steps[2:4]
    assert attempt.what == "try"
    assert attempt.reply is not None
    assert "rejected" in attempt.reply
    assert before.view is not None
    assert attempt.view is not None
    assert attempt.view["stacks"] == before.view["stacks"]
    assert "hand" not in attempt.view


class Dies(Reference):
    """Breaks at a call, and takes no folds."""

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        if isinstance(action, dict) and action["type"] == "call":
            raise RuntimeError("oh")
        if isinstance(action, dict) and action["type"] == "fold":
            raise Rejection("not_available")
        return super().act(session, actor, action)


def test_where_nothing_was_told_the_last_table_is_drawn_and_says_so(play: object, hands: list[Case]) -> None:
    assert callable(play)
    stream = play(Dies, hands[:1])
    page = replay_page(stream.header, stream.lines[0])
    steps = page.split('<li class="step')[1:]
    assert [step.count("The table as it was last told.") for step in steps[:5]] == [0, 0, 0, 1, 1]
    assert "error -32603: oh" in steps[3].replace("RuntimeError: ", "")
    assert "refused with not_available, but legal" in steps[4]
    assert "holds" in steps[3]
