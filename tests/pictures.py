"""The pictures in README.md and docs, made from real output: a terminal, a review and an update on the fake GitHub.

    python -m tests.pictures        # writes docs/pictures; the screenshots need Chromium

test_pictures.py compares the terminal and the pages behind the screenshots with the committed ones.
"""

from __future__ import annotations

import base64
import html
import io
import json
import re
import tempfile
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from tests.browser import browser
from tests.commands.helpers import run
from tests.commands.hub import hub
from tests.commands.updates import updates_of

if TYPE_CHECKING:
    from tests.github.model import Thread

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
PAGE = ROOT / "tests" / "data" / "review.html"
"""The page that docs/pictures/review.png shows."""
UPDATE_PAGE = ROOT / "tests" / "data" / "update.html"
"""The page that docs/pictures/update.png shows."""
COLUMNS = 110
LIST = """# Training language agents

## Reinforcement learning

* [2505] [SPA-RL: Reinforcing LLM Agents via Stepwise Progress Attribution](https://arxiv.org/abs/2505.20732)
* [2503] [SWEET-RL: Training Multi-Turn LLM Agents on Collaborative Reasoning Tasks](https://arxiv.org/abs/2503.15478)
* [2502] [Digi-Q: Learning Q-Value Functions for Training Device-Control Agents](https://arxiv.org/abs/2502.15760)
* [2411] [WebRL: Training LLM Web Agents via Self-Evolving Online Curriculum Reinforcement Learning](https://arxiv.org/abs/2411.02337)
* [2409] [Building Math Agents with Multi-Turn Iterative Preference Learning](https://arxiv.org/abs/2409.02392)
* [2406] [Direct Multi-Turn Preference Optimization for Language Agents](https://arxiv.org/abs/2406.14868)
* [2402] [ArCHer: Training Language Model Agents via Hierarchical Multi-Turn RL](https://arxiv.org/abs/2402.19446)
* [2401] [True Knowledge Comes from Practice: Aligning LLMs with Embodied Environments](https://arxiv.org/abs/2401.14151)
* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)
* [2303] [Reflexion: Language Agents with Verbal Reinforcement Learning](https://arxiv.org/abs/2303.11366)
"""
FIRST = LIST.splitlines(keepends=True)[5]
NEW = (
    "* [0425] [Beyond Single-Turn: A Survey on Multi-Turn Interactions with Large Language Models]"
    "(https://arxiv.org/abs/2504.04717)\n"
)
TWIN = "* [2402] [ArCHer: Training Language Model Agents via Hierarchical Multi-Turn RL](https://arxiv.org/abs/2402.01030)\n"
MALFORMED = (
    "* [2312] [ReST meets ReAct: Self-Improvement for Multi-Step Reasoning](https://arxiv.org/abs/2312.100003)\n"
)
REUSED = "* [2310] [AgentTuning: Enabling Generalized Agent Abilities for LLMs](https://arxiv.org/abs/2310.05915)\n"
AFTER = LIST.replace(FIRST, NEW + FIRST) + TWIN
AGENTS = """# Language agents

* [ReAct: Synergizing Reasoning and Acting in Language Models](https://arxiv.org/abs/2210.03629) (ICLR'23) \
[[code](https://github.com/ysymyth/ReAct)]
* [Toolformer: Language Models Can Teach Themselves to Use Tools](https://arxiv.org/abs/2302.04761) (NeurIPS'23)
* [Reflexion: Language Agents with Verbal Reinforcement Learning](https://arxiv.org/abs/2303.11366) (NeurIPS'23) \
[[code](https://github.com/noahshinn/reflexion)]
* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) (arXiv'23)
* [AgentTuning: Enabling Generalized Agent Abilities for LLMs](https://arxiv.org/abs/2310.12823)
""".replace("\\\n", "")
EXPORTED = """# Papers on language agents

## Reasoning

* [2210] [ReAct: Synergizing Reasoning and Acting in Language Models]\
(https://arxiv.org/abs/2210.03629), Shunyu Yao, Jeffrey Zhao, Dian Yu, \
ICLR 2023 [[code](https://github.com/ysymyth/ReAct)]
* [2305] [Tree of Thoughts: Deliberate Problem Solving with Large Language Models]\
(https://arxiv.org/abs/2305.10601), Shunyu Yao, Dian Yu, \
Jeffrey Zhao, NeurIPS 2023 [[code](https://github.com/princeton-nlp/tree-of-thought-llm)]
* [2303] [Reflexion: Language Agents with Verbal Reinforcement Learning]\
(https://arxiv.org/abs/2303.11366), Noah Shinn, Federico Cassano, \
NeurIPS 2023 [[code](https://github.com/noahshinn/reflexion)]

## Tools

* [2302] [Toolformer: Language Models Can Teach Themselves to Use Tools]\
(https://arxiv.org/abs/2302.04761), Timo Schick, Jane Dwivedi-Yu, \
NeurIPS 2023
* [2305] [Gorilla: Large Language Model Connected with Massive APIs]\
(https://arxiv.org/abs/2305.15334), Shishir G. Patil, Tianjun Zhang, \
NeurIPS 2024 [[code](https://github.com/ShishirPatil/gorilla)]

## Training

* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915), Baian Chen, Chang Shu
* [2310] [AgentTuning: Enabling Generalized Agent Abilities for LLMs]\
(https://arxiv.org/abs/2310.12823), Aohan Zeng, Mingdao Liu, ACL 2024
* [2402] [ArCHer: Training Language Model Agents via Hierarchical Multi-Turn RL]\
(https://arxiv.org/abs/2402.19446), Yifei Zhou, Andrea Zanette, \
ICML 2024
""".replace("\\\n", "")
_DBLP = "https://dblp.org/rec/conf"
KNOWN: tuple[dict[str, object], ...] = (
    {
        "checked": "2026-11-20",
        "id": "arXiv:2310.05915",
        "title": "FireAct: Toward Language Agent Fine-tuning",
        "comment": "Accepted at COLM 2024",
        "venue_sources": [
            {"venue": "COLM", "year": 2024, "source": "DBLP conf/colm/ChenS24", "witness": "index", "address": _DBLP}
        ],
        "code_sources": [],
    },
    {
        "checked": "2026-11-20",
        "id": "arXiv:2310.12823",
        "title": "AgentTuning: Enabling Generalized Agent Abilities for LLMs",
        "venue_sources": [
            {"venue": "ACL", "year": 2024, "source": "DBLP conf/acl/ZengL24", "witness": "index", "address": _DBLP}
        ],
        "code_sources": [
            {
                "address": "https://github.com/THUDM/AgentTuning",
                "source": "arXiv",
                "state": "named",
                "witness": "authors",
                "page": "https://arxiv.org/abs/2310.12823",
            }
        ],
    },
)
"""What is known of the last two of these; only the papers are real."""
STYLE = '<link rel="stylesheet" href="pictures.css">'
_FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)
_SUGGESTION = re.compile(r"^(`{3,})suggestion\n(.*?)^\1$", re.MULTILINE | re.DOTALL)


def draw_terminal() -> str:
    """`bot lint` of a list, with colours, as SVG."""
    import rich._export_format
    from rich.console import Console
    from rich.text import Text

    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path("README.md").write_text(f"{AFTER}{MALFORMED}{REUSED}", encoding="utf-8")
        shown = run("lint", "--isolated", "--color", "always").out.rstrip()
    console = Console(width=COLUMNS, file=io.StringIO(), record=True, force_terminal=True, legacy_windows=False)
    console.print(Text.from_ansi(f"$ bot lint\n{shown}"))
    frame = re.sub(r"@font-face \{\{.*?\}\}", "", rich._export_format.CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    return console.export_svg(title="bot lint", code_format=frame, unique_id="lint")


def write_review() -> str:
    """The comments of a review, as a page like GitHub's."""
    with hub({"README.md": LIST}, {"README.md": AFTER}) as github:
        github.review()
        threads = sorted(github.live, key=lambda each: each.line)
    lines = AFTER.splitlines()
    body = "".join(_show(thread, lines[thread.line - 1]) for thread in threads)
    head = f'<meta charset="utf-8"><title>Review</title>{STYLE}'
    return f'<!doctype html>\n<html lang="en">{head}\n{body}</html>\n'


def _show(thread: Thread, line: str) -> str:
    text = thread.comments[0].body
    suggestion = _SUGGESTION.search(text)
    change = ""
    if suggestion:
        new = suggestion[2].rstrip("\n")
        rows = f'<div class="old">- {html.escape(line)}</div>'
        rows += f'<div class="new">+ {html.escape(new)}</div>' if new else ""
        change = f'<div class="change"><div class="head">Suggested change</div>{rows}</div>'
        text = text.replace(suggestion[0], "SUGGESTION")
    shown = MarkdownIt("gfm-like", {"html": False, "linkify": False}).render(
        re.sub(r"<!--.*?-->", "", _FOLDED.sub("\u25b8 Why?", text), flags=re.DOTALL)
    )
    shown = shown.replace("<p>SUGGESTION</p>", change)
    author = '<div class="author">github-actions <span>bot</span></div>'
    number = thread.line
    return (
        f'<div class="thread"><div class="line">{number} + {html.escape(line)}</div>'
        f'<div class="comment">{author}{shown}</div></div>\n'
    )


def write_update() -> str:
    """The pull request of `bot update`, as a page like GitHub's, with what is folded unfolded."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder), updates_of(Path(folder), AGENTS) as job:
        Path("papers.lock.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in KNOWN), encoding="utf-8")
        done = job.run()
        assert done.code == 0, done.err
        (pull,) = job.pulls
    text = re.sub(r"<!--.*?-->", "", pull.issue.body, flags=re.DOTALL)
    folded = re.sub(r"</?details>", "", re.sub(r"<summary>(.*?)</summary>", "\n\u25be \\1\n", text))
    shown = MarkdownIt("gfm-like", {"html": False, "linkify": False}).render(folded)
    head = f'<meta charset="utf-8"><title>Update</title>{STYLE}'
    title = f"<h1>{html.escape(pull.issue.title)}</h1>"
    return (
        f'<!doctype html>\n<html lang="en">{head}\n{title}\n<div class="thread"><div class="comment">{shown}'
        "</div></div>\n</html>\n"
    )


def write_export() -> str:
    """The page of a list to search in."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path("README.md").write_text(EXPORTED, encoding="utf-8")
        done = run("export", "--format", "html")
    assert done.code == 0, done.err
    return done.out


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "lint.svg").write_text(draw_terminal(), encoding="utf-8")
    PAGE.write_text(write_review(), encoding="utf-8")
    UPDATE_PAGE.write_text(write_update(), encoding="utf-8")
    with tempfile.TemporaryDirectory() as profile, browser(Path(profile)) as tab:
        for page, height in ((PAGE, 470), (UPDATE_PAGE, 420)):
            tab.show(width=892, height=height)
            tab.open(page)
            (FOLDER / page.with_suffix(".png").name).write_bytes(tab.picture())
        exported = Path(profile) / "list.html"
        exported.write_text(write_export(), encoding="utf-8")
        tab.show(width=892, height=640)
        tab.open(exported)
        tab.run("document.getElementById('query').focus()")
        tab.call("Input.insertText", text="language agent")
        tab.run("new Promise(done => setTimeout(done, 300))")
        taken = tab.call("Page.captureScreenshot")["data"]
        (FOLDER / "export.png").write_bytes(base64.b64decode(taken))


if __name__ == "__main__":
    main()
