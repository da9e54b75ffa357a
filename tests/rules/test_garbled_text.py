"""Lost characters, wrong encodings and commands of LaTeX."""

from __future__ import annotations

import time

import pytest

from bot.linter.diagnostics import Safety, Severity
from bot.rules.garbled_text import GarbledText
from tests.rules.helpers import findings, fixed, marked, placed

PAPER = "[SPA-RL: Reinforcing LLM Agents via Stepwise Progress Attribution](https://arxiv.org/abs/2505.20732)"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        pytest.param("\u00e2\u20ac\u2122", "\u2019", id="apostrophe"),
        pytest.param("\u00e2\u20ac\u201c", "\u2013", id="dash"),
        pytest.param("\u00c3\u00a9", "\u00e9", id="e acute"),
        pytest.param("\u00c3\u00bc", "\u00fc", id="u umlaut"),
    ],
)
def test_encodings(written: str, meant: str) -> None:
    text = f"* {PAPER} by M{written}ller\n"
    found = findings(GarbledText(), text)
    assert marked(text, found) == [written]
    assert fixed(text, found) == text.replace(written, meant)


@pytest.mark.parametrize(
    ("garbled", "meant"),
    [
        pytest.param("Don\u00c3\u00a2\u00c2\x80\u00c2\x99t", "Don\u2019t", id="encoded twice"),
        pytest.param("Don\u00c3\u00a2\u00c2\u20ac\u00c2\u2122t", "Don\u2019t", id="twice, as Windows-1252"),
        pytest.param("\u00c5\x81ukasz", "\u0141ukasz", id="a control character in it"),
        pytest.param("\u00e6\u00b7\u00b1\u00e5\u00ba\u00a6", "\u6df1\u5ea6", id="Chinese"),
        pytest.param(
            "Gonz\u00c3\u00a1lez and P\u00c3\u00a9rez", "Gonz\u00e1lez and P\u00e9rez", id="two words, one fix"
        ),
        pytest.param("Ga\u00ebtan\u2019s caf\u00e9\u201d", "Ga\u00ebtan\u2019s caf\u00e9\u201d", id="meant so"),
        pytest.param("https://a.org/M\u00c3\u00bcller", "https://a.org/M\u00c3\u00bcller", id="an address"),
    ],
)
def test_words_are_decoded_as_a_whole(garbled: str, meant: str) -> None:
    text = f"* {PAPER} by {garbled}\n"
    found = findings(GarbledText(), text)
    assert fixed(text, found) == text.replace(garbled, meant)
    assert len(found) == (garbled != meant)


def test_a_word_that_is_lost_has_no_fix() -> None:
    found = findings(GarbledText(), f"* {PAPER} by M\u00ef\u00bf\u00bdller\n")
    assert [(each.message, each.fix) for each in found] == [("this was decoded with the wrong encoding", None)]


@pytest.mark.parametrize(
    ("character", "message"),
    [
        pytest.param("\ufffd\ufffd", "a character was lost here (U+FFFD)", id="lost"),
        *(
            pytest.param(sign, f"a control character (U+00{ord(sign):02X})", id=f"control character {ord(sign)}")
            for sign in map(chr, (1, 2, 8, 11, 14, 31, 127))
        ),
    ],
)
def test_characters(character: str, message: str) -> None:
    text = f"## Agents {character}\n\n* {PAPER}\n"
    found = findings(GarbledText(), text)
    assert [(each.message, each.fix) for each in found] == [(message, None)]
    assert marked(text, found) == [character]


def test_one_finding_per_line() -> None:
    text = f"* {PAPER} a\ufffd b\ufffd\n* {PAPER} c\ufffd\n"
    assert placed(text, findings(GarbledText(), text)) == [(1, Severity.WARNING), (2, Severity.WARNING)]


def test_latex_is_a_note_below_an_entry() -> None:
    text = f"* {PAPER} is \\emph{{stepwise}}\n\n  See \\url{{https://a.org}}.\n"
    assert placed(text, findings(GarbledText(), text)) == [(1, Severity.WARNING), (3, Severity.NOTE)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"* {PAPER} by M\u00fcller, \u00c3o, \u00e2ge, 5 \u20ac, \u201cquoted\u201d\n", id="letters"),
        pytest.param(f"* {PAPER} `\\emph{{a}}` $\\text{{b}} \\textit{{c}}$\n", id="code and formulas"),
        pytest.param("```\n\ufffd \\emph{a}\n```\n\n<!-- \ufffd -->\n\n* a\tb\n", id="blocks of code, comments, tabs"),
    ],
)
def test_silent(text: str) -> None:
    assert findings(GarbledText(), text) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("Rapha\u00a8el Lee", "Rapha\u00ebl Lee", id="an umlaut"),
        pytest.param("Germ \u0301an Lee", "Germ\u00e1n Lee", id="a mark that combines with a space"),
        pytest.param("P. Veli\u02c7ckovi\u00b4c", "P. Veli\u010dkovi\u0107", id="two in one word"),
        pytest.param(
            "Franc\u00b8ois and Proen\u00b8ca", "Fran\u00e7ois and Proen\u00e7a", id="a cedilla on either side"
        ),
        pytest.param("Jo\u02dcao, Lu\u00b4\u0131sa", "Jo\u00e3o, Lu\u00edsa", id="a tilde, an i without its dot"),
        pytest.param(
            "Go\u00b4mez, Mu\u00a8ller, Nun\u02dcez", "G\u00f3mez, M\u00fcller, Nu\u00f1ez", id="behind its letter"
        ),
        pytest.param("Jose\u00b4 Garci\u00b4a", "Jos\u00e9 Garc\u00eda", id="behind the last letter, of two vowels"),
        pytest.param("Ha\u02c6te, \u02daAngstrom", "H\u00e2te, \u00c5ngstrom", id="a circumflex, a ring"),
        pytest.param("Ferna\u00b4ndez", "Ferna\u00b4ndez", id="either letter"),
        pytest.param(r"K{\oe}hler, {\aa}", "K\u0153hler, \u00e5", id="BibTeX for two letters in one"),
        pytest.param('Kr{\\"a}henb{\\"u}hl', "Kr\u00e4henb\u00fchl", id="BibTeX"),
        pytest.param("{Foo-Dupr{\\'e}}, Hugo", "{Foo-Dupr\u00e9}, Hugo", id="BibTeX at the end of a braced name"),
        pytest.param(
            "Herv{\\'e} J\\'{e}gou, Glava{\\v{s}}", "Herv\u00e9 J\u00e9gou, Glava\u0161", id="BibTeX in other ways"
        ),
        pytest.param(
            "it\u00b4s we\u00b4re l\u00b4avion O\u00b4Neil",
            "it\u00b4s we\u00b4re l\u00b4avion O\u00b4Neil",
            id="apostrophes",
        ),
        pytest.param("`Rapha\u00a8el {\\'e}` 5\u00b4", "`Rapha\u00a8el {\\'e}` 5\u00b4", id="code, minutes"),
    ],
)
def test_accents(before: str, after: str) -> None:
    text = f"* {PAPER} by {before}\n"
    found = findings(GarbledText(), text)
    assert fixed(text, found) == f"* {PAPER} by {after}\n"
    assert all(each.severity is Severity.WARNING for each in found)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "Amuthan A. Ramabathiran, Ramach, Prabhu ran", "Amuthan A. Ramabathiran, Prabhu Ramachandran", id="family"
        ),
        pytest.param(
            "Michael Penwarden, Sh Zhe, ian, Akil Narayan", "Michael Penwarden, Shandian Zhe, Akil Narayan", id="given"
        ),
        pytest.param("Michael Penwarden, Akil Narayan, others", "", id="others"),
        pytest.param("Michael Penwarden, Akil Narayan, etc.", "", id="et cetera"),
        pytest.param("Michael Penwarden, Akil Narayan, Journal of tests", "", id="a journal"),
        pytest.param("Michael Penwarden, Akil de Narayan, Ludwig van", "", id="particles"),
        pytest.param("Narayan, Akil van, Penwarden, Michael de", "", id="particles behind inverted names"),
    ],
)
def test_names_cut_at_and(before: str, after: str) -> None:
    line = "* **Agents of Kind {0}**, *{1}*, 2021. [[paper](u{0})]\n"
    text = "".join(line.format(number, "Ann B. Lee, Bo Hu") for number in range(9)) + line.format(9, before)
    found = findings(GarbledText(), text)
    assert fixed(text, found) == (text.replace(before, after) if after else text)
    assert len(found) == bool(after)


def test_says_what_the_page_shows() -> None:
    found = findings(GarbledText(), f'* {PAPER} by Kr{{\\"a}}henb{{\\"u}}hl and {{\\v{{s}}}}\n')
    assert [each.message for each in found] == ['`\u00e4` is written as in BibTeX; the page shows `{"a}`']


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        pytest.param("Rafael Go \u0301mez", ["Gómez"], id="behind the vowel"),
        pytest.param("Ala \u0301n Smith", ["Alán"], id="behind the vowel, near the end"),
        pytest.param("Germ \u0301an Ros", ["Germán"], id="before the vowel"),
        pytest.param("a time of \u0303O(n)", [], id="a formula"),
        pytest.param("from \u02c6xi to \u02c6oi", [], id="a formula with a sign of its own"),
    ],
)
def test_accents_are_on_vowels(words: str, meant: list[str]) -> None:
    found = findings(GarbledText(), f"* [WebRL](https://arxiv.org/abs/2411.02337) {words}\n")
    assert [each.message for each in found] == [
        f"this is `{each}`, with accents next to their letters" for each in meant
    ]


def test_latex_in_an_abstract_is_a_note() -> None:
    abstract = "We study how \\textbf{agents} learn from the traces of others. They act in a small world. " * 5
    head = "| Paper | What it says |\n| --- | --- |\n"
    for words, severity in ((abstract, Severity.NOTE), (abstract[:50], Severity.WARNING)):
        assert [each.severity for each in findings(GarbledText(), f"{head}| {PAPER} | {words} |\n")] == [severity]


def test_a_control_character_in_an_abstract_is_a_note() -> None:
    sentences = "Agents learn from all that they have seen and from what others have told them. " * 6
    text = f"* [SPA-RL](https://arxiv.org/abs/2505.20732)\n\n  {sentences}They \x18 learn. {sentences}\n"
    assert [each.severity for each in findings(GarbledText(), text)] == [Severity.NOTE]


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        pytest.param(f"* {PAPER} by Mu\x7fller\n", Severity.WARNING, id="within a name"),
        pytest.param(f"* {PAPER} by Lee \x10\n* {PAPER}\n", Severity.NOTE, id="at the end of a line"),
        pytest.param(f"* {PAPER}\n  <sub>We present \\textbf{{WebRL}}.</sub>\n", Severity.NOTE, id="below the title"),
        pytest.param("* [Agents of\n  \\emph{many} kinds](https://a.org/1)\n", Severity.WARNING, id="a wrapped title"),
    ],
)
def test_what_hardly_shows_is_a_note(text: str, severity: Severity) -> None:
    assert [each.severity for each in findings(GarbledText(), text)] == [severity]


def test_an_accent_on_its_own_makes_the_word_doubtful() -> None:
    text = f"* {PAPER} by ProtoN´e and a word ´ without it\n"
    assert [each.severity for each in findings(GarbledText(), text)] == [Severity.NOTE]


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("Rapha¨el " + "a" * 15_000, id="a long word"),
        pytest.param("Germ \u0301an " + "a" * 15_000, id="a long word and an accent that combines"),
        pytest.param("aaaaaaaaaaaaaaaaaaaa´ " * 3_000, id="accents at the ends of words"),
        pytest.param("a \u0301b" * 12_000, id="accents that combine"),
        pytest.param(f'{{\\"{{a}}}}\n* {PAPER} ' * 1_000, id="letters of BibTeX in many entries"),
    ],
)
def test_takes_linear_time(words: str) -> None:
    text = f"* {PAPER} by {words}\n"
    start = time.process_time()
    findings(GarbledText(), text)
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("title", "meant"),
    [
        pytest.param("Trees &amp;amp; Tables for Agents", "Trees &amp; Tables for Agents", id="escaped twice"),
        pytest.param("Agents&amp;#39; Words", "Agents&#39; Words", id="apostrophe escaped twice"),
        pytest.param("Execut\u0430ble Code for Agents", "Executable Code for Agents", id="Cyrillic letter"),
        pytest.param("\u0421ode for Agents", "Code for Agents", id="Cyrillic letter first"),
    ],
)
def test_characters_that_were_changed_but_are_readable(title: str, meant: str) -> None:
    text = f"* [{title}](https://arxiv.org/abs/2505.20732)\n"
    found = findings(GarbledText(), text)
    assert [(each.severity, each.fix and each.fix.safety) for each in found] == [(Severity.WARNING, Safety.UNSAFE)]
    assert fixed(text, found) == text.replace(title, meant)


@pytest.mark.parametrize(
    "title",
    [
        *(
            "Trees &amp; Tables for Agents",
            "`&amp;amp;` in HTML",
            "LLM\u0430 \u0434\u043b\u044f \u0440\u0430\u0431\u043e\u0442\u044b",
            "\u03bcTransfer of Agents",
        ),
        "\u0410 \u0438 B for Agents",
    ],
)
def test_other_escapes_and_scripts(title: str) -> None:
    assert findings(GarbledText(), f"* [{title}](https://arxiv.org/abs/2505.20732?a=1&amp;amp;b=2)\n") == []
