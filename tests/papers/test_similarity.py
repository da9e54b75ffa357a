"""Normal forms of titles, and what two titles say about each other."""

from __future__ import annotations

import time
import unicodedata
from difflib import SequenceMatcher

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.judgement import Verdict
from bot.papers.similarity import (
    Match,
    Neighbours,
    Relation,
    are_different_papers,
    are_same_paper,
    coined_name,
    common_stems,
    compare_titles,
    has_risky_difference,
    is_comparable,
    is_mentioned,
    is_one_slip,
    is_swap,
    names_one_paper,
    normalise,
    relate_titles,
    similarity,
    title_key,
)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("ReAct: Synergizing Reasoning and Acting", "react synergizing reasoning and acting"),
        ("[2503] ⭐️ Agent-R: Training Agents", "agent r training agents"),
        ("[2023/10] [2310] Chain-of-Thought", "chain of thought"),
        ("Q-Learning (35%)", "q learning"),
        ("Any-Precision Networks (APN)", "any precision networks"),
        ("Pandora: Jailbreak GPTs by Poisoning (Pandora).", "pandora jailbreak gpts by poisoning"),
        ("Textbooks (Part 2)", "textbooks part 2"),
        ("Textbooks (II)", "textbooks ii"),
        ("Associating Objects (Scalable)", "associating objects scalable"),
        ("(ICML)", "icml"),
        ("Schrödinger’s Équation", "schrodingers equation"),
        ('Schr\\"odinger and Erd\\H{o}s', "schrodinger and erdos"),
        ("$\\mathcal{O}(n \\log n)$ Attention", "o n log n attention"),
        ("\\textbf{\\emph{Deep}} Nets", "deep nets"),
        ("Trust &amp; Safety", "trust safety"),
        ("H<sup>*</sup> Models, ReST-MCTS*:", "h models rest mcts"),
        ("eﬃcient ｆｕｌｌｗｉｄｔｈ ＡＢＣ", "efficient fullwidth abc"),
        ("大语言模型综述：A Survey", "大语言模型综述 a survey"),
        ("ことばが", "ことばが"),
        ("Straße", "strasse"),
        ("snake_case~here", "snakecase here"),
        ("PLD+: Accelerating Inference", "pldplus accelerating inference"),
        ("Learning C++", "learning cplusplus"),
        ("Foo$^{++}$ in English+", "fooplusplus in englishplus"),
        ("Vision + Language, LLM+Tools", "vision language llm tools"),
        ("***", ""),
    ],
)
def test_normal_forms(title: str, expected: str) -> None:
    assert normalise(title) == expected
    assert title_key(title) == expected.replace(" ", "")


@given(st.text(max_size=40))
def test_normal_forms_are_words_with_single_spaces(title: str) -> None:
    form = normalise(title)
    assert form == " ".join(form.split())
    assert form == unicodedata.normalize("NFC", form.casefold())  # not lower(): Cherokee folds to capitals


@given(st.text(st.sampled_from("abcdeABé -:’'()[]2503.~^"), max_size=30))
def test_normalising_twice_is_normalising_once(title: str) -> None:
    assert normalise(normalise(title)) == normalise(title)


@given(st.text("abc ", max_size=20), st.text("abc ", max_size=20))
def test_similarity_is_symmetric_and_no_less_than_that_of_matching_blocks(a: str, b: str) -> None:
    first, second = normalise(a), normalise(b)
    assert similarity(a, b) == pytest.approx(similarity(b, a))
    assert 0 <= similarity(a, b) <= 100
    assert (similarity(a, b) == 100) is (first == second)
    assert similarity(a, b) >= 100 * SequenceMatcher(None, first, second, autojunk=False).ratio() - 1e-9


def test_similarity_of_a_known_pair() -> None:
    assert similarity("kitten", "sitting") == pytest.approx(100 * 8 / 13)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("Textbooks Are All You Need", "Textbooks Are All You Need II", True),
        ("Qwen2 Technical Report", "Qwen3 Technical Report", True),
        ("Qwen2.5 Technical Report", "Qwen2 Technical Report", True),
        ("SEED-Bench", "SEED-Bench-2", True),
        ("PLD", "PLD+", True),
        ("Scaling Agents, Part I", "Scaling Agents, Part II", True),
        ("Attention is not Explanation", "Attention is not not Explanation", True),
        ("Deep Sets", "Comment on Deep Sets", True),
        *((f"Deep {number} Sets", "Deep Sets", True) for number in "one two three four five six seven".split()),
        *((f"Deep {number} Sets", "Deep Sets", True) for number in "eight nine ten first second third".split()),
        *((f"Sets {word} Sum", "Sets Sum", True) for word in "no not non never without cannot can't don't".split()),
        *((f"Sets {word} Sum", "Sets Sum", True) for word in "doesn't isn't aren't revisited revisiting".split()),
        *((f"{word} on Sets", "on Sets", True) for word in "comments reply response erratum corrigendum part".split()),
        ("Visual Transformers", "Visual Transformer", False),
        ("Deep Sets", "deep sets!", False),
        ("Agents 2 Act", "Agents 2 Read", False),
        ("Not Agents", "Not Tools", False),
    ],
)
def test_risky_differences(a: str, b: str, expected: bool) -> None:
    assert has_risky_difference(a, b) is has_risky_difference(b, a) is expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("Chain of Thought Prompting", "Chain-of-Thought Prompting.", True),
        ("The AI Scientist", "AI Scientist", True),
        ("Baseline Defenses for Adversarial Attacks", "Baseline Defences for Adversarial Attacks", True),
        ("A Survey of Visual Transformers", "Survey on Visual Transformer", False),
        ("Textbooks Are All You Need", "Textbooks Are All You Need II", False),
        ("Fast Speculative Decoding with PromptLookup", "Fast Speculative Decoding with PromptLookup+", False),
        ("Video Frame Interpolation with Transformer", "Video Frame Interpolation Transformer", False),
        ("Survey on Knowledge Distillation", "Survey on Symbolic Knowledge Distillation", False),
        ("***", "!!!", False),
    ],
)
def test_same_paper(a: str, b: str, expected: bool) -> None:
    assert are_same_paper(a, b) is are_same_paper(b, a) is expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (
            "Prompt2Act: Mapping Prompts into Sequence of Robotic Actions with Large Foundation Models",
            "What Can RL Bring to VLA Generalization? An Empirical Study",
            True,
        ),
        (
            "Language Models as Zero-Shot Planners: Extracting Actionable Knowledge for Embodied Agents",
            "PIGLeT: Language Grounding Through Neuro-Symbolic Interaction in a 3D World",
            True,
        ),
        (
            "Large Language Models Still Can't Plan for Themselves",
            "PlanBench: An Extensible Benchmark for Evaluating Large Language Models on Reasoning",
            False,
        ),
        (
            "What Deserves Memory: Adaptive Distillation for Agents",
            "Nemori: Self-Organizing Memory Inspired by Cognitive Science",
            False,
        ),
        (
            "WebGPT: Browser-assisted question-answering with human feedback",
            "Improving the factual accuracy of language models through web browsing",
            False,
        ),
        ("Eliciting Steps with CoT in Small Networks", "On Chain of Thought Prompting and its Limits", False),
        ("Chain-of-Thought Prompting Elicits Reasoning in Models", "Last Letter Concatenation", False),
        ("Neural Path Hunter", "Reducing Hallucination in Dialogue Systems via Grounding", False),
        ("大语言模型中的幻觉问题 综述 与 未来 方向", "Reducing Hallucination in Dialogue Systems via Grounding", False),
        (
            "LegalGPT: Legal Chain of Thought for the Multi-Agent Framework",
            "LawGPT: A Chinese Legal Knowledge-Enhanced Large Language Model",
            True,
        ),
        ("TextGrad: Differentiable Text Feedback", 'TextGrad: Automatic "Differentiation" via Text', False),
        ("AlphaSearch: Tree Search for Web Agents", "Web Agents with Tree Search, by AlphaSearch", False),
        ("AgentA: Planning with Trees on the Web", "WebTree: Tree Planning on Web Pages", False),
        (
            "RLHF: Reinforcement Learning from Human Feedback Lessons",
            "Dense Reward for Free in Alignment of Chat",
            True,
        ),
        ("Silver et al. mastering the game of Go", "Reducing Hallucination in Dialogue Systems via Grounding", False),
    ],
)
def test_different_papers(a: str, b: str, expected: bool) -> None:
    assert are_different_papers(a, b) is are_different_papers(b, a) is expected


def test_words_that_the_whole_list_shares_are_no_kinship() -> None:
    drafts = (
        "Speculative Decoding: Performance or Illusion?",
        "Alignment-Augmented Speculative Decoding with Alignment Sampling and Conditional Verification",
    )
    others = [f"Speculative Decoding {word}" for word in ("on Phones", "by Trees", "in Batches", "for Speech")]
    assert not are_different_papers(*drafts)
    assert {"specu", "decod"} <= common_stems([*drafts, *others])
    assert are_different_papers(*drafts, common_stems([*drafts, *others]))
    assert "phone" not in common_stems([*drafts, *others])


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("FireAct: Toward Language Agent Fine-tuning", "fireact"),
        ("Agent-R: Training Agents", "agent r"),
        ("Llama 2: Open Foundation Models", ""),
        ("GPT-4 Turbo: A Report", "gpt 4 turbo"),
        ("What Deserves Memory: Adaptive Distillation", ""),
        ("RAG: Retrieval-Augmented Generation", ""),
        ("A Survey of Agents", ""),
        ("FireAct:", ""),
    ],
)
def test_names_before_a_colon(title: str, name: str) -> None:
    assert coined_name(title) == name


@given(st.text(st.sampled_from("abcdefgh XY:"), max_size=80), st.text(st.sampled_from("abcdefgh XY:"), max_size=80))
def test_no_pair_is_both_the_same_and_different(a: str, b: str) -> None:
    assume(normalise(a))
    assert not (are_same_paper(a, b) and are_different_papers(a, b))
    assert not are_different_papers(a, a)
    assert are_same_paper(a, a)


@pytest.mark.parametrize("unit", ["(A", "\\a{", "[25] ", "<b>", "&amp;", "a ", "é", "\\textbf{a"])
def test_reading_time_is_linear(unit: str) -> None:
    before = time.process_time()
    normalise(unit * 20_000)
    normalise(unit * 20_000 + ")")
    assert time.process_time() - before < 5


@pytest.mark.parametrize(("title", "is_long"), [("Deep Agents", False), ("Deep-Web Agents!", True), ("A B", False)])
def test_titles_of_three_words_are_of_one_paper(title: str, is_long: bool) -> None:
    assert names_one_paper(title) is is_long


FIREACT = "FireAct: Toward Language Agent Fine-tuning"


@pytest.mark.parametrize(
    ("written", "official", "match"),
    [
        (FIREACT, FIREACT, Match.SAME),
        ("fireact - toward language agent finetuning.", FIREACT, Match.SAME),
        ("FireAct: Towards Language Agents Fine-Tuning", FIREACT, Match.SAME),
        ("Qwen2", "Qwen2", Match.SAME),
        ("Toward Language Agent Fine-tuning", FIREACT, Match.CLOSE),
        ("Voyager: An Open-Ended Embodied Agent", "Voyager: Open Worlds, and an Agent Embodied in Them", Match.CLOSE),
        ("Auto-Encoding Variational Bayes", FIREACT, Match.DIFFERENT),
        ("GPT-4 Technical Report", "Denoising Diffusion Probabilistic Models", Match.DIFFERENT),
        ("FireAct", FIREACT, Match.UNCOMPARABLE),
        ("Deep Agents", FIREACT, Match.UNCOMPARABLE),
        ("The GPT-3 paper", FIREACT, Match.UNCOMPARABLE),
        ("Vaswani et al. 2017 on attention", FIREACT, Match.UNCOMPARABLE),
        ("大语言模型智能体微调的研究与应用综述", FIREACT, Match.UNCOMPARABLE),
        ("A title of several words", "", Match.UNCOMPARABLE),
        ("A title of several words", "$$", Match.UNCOMPARABLE),
        ("A title of several words", "0", Match.DIFFERENT),
        ("", "", Match.UNCOMPARABLE),
    ],
)
def test_match(written: str, official: str, match: Match) -> None:
    assert compare_titles(written, official) is match


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_is_compared(written: str, official: str) -> None:
    match = compare_titles(written, official)
    assert match is Match.SAME or (match is Match.UNCOMPARABLE) >= (not is_comparable(written))
    assert compare_titles(written, written) in {Match.SAME, Match.UNCOMPARABLE}


@pytest.mark.parametrize(
    ("text", "mentioned"),
    [
        ("The code of fireact: toward language-agent fine-tuning is here", True),
        ("With FireAct, agents learn", True),
        ("Fire actors, and language agents", False),
        ("by Ada Lovelace and others", True),
        ("Lovelace, A.", False),
        ("", False),
    ],
)
def test_mention(text: str, mentioned: bool) -> None:
    assert is_mentioned(FIREACT, ["Ada Lovelace", "Plato"], text) is mentioned


LONG = ("On the Nature of Long Prefixes Here: A Study", "On Our Long Prefixes: A", "No Colon At All")


@pytest.mark.parametrize("official", ["A: B", "Be: A", *LONG, ": x", "Abc:"])
def test_not_everything_before_a_colon_is_an_alias(official: str) -> None:
    text = "a b be abc on the nature of long prefixes here on our long prefixes no colon"
    assert not is_mentioned(official, [], text)


@pytest.mark.parametrize(
    ("one", "other", "relation", "reason"),
    [
        ("ReAct", "A Survey on Agents", Relation.UNSURE, "one title is too short to tell"),
        ("基于大模型的智能体综述研究", "A Survey on Agents", Relation.UNSURE, "one title is too short to tell"),
        (
            "Агенты на основе больших моделей",
            "A Survey on Web Agents",
            Relation.UNSURE,
            "one title is in another script",
        ),
        (FIREACT, FIREACT.upper(), Relation.UNSURE, "the titles are alike letter by letter"),
        ("Yao et al. on reasoning", "Tree search with world knowledge", Relation.UNSURE, "one text names authors"),
        (
            FIREACT,
            "Tuning open models for tools: the FireAct recipe book",
            Relation.UNSURE,
            "one title holds the name that the other one begins with",
        ),
        (
            FIREACT,
            "WebShop: Scalable Real-World Web Interaction",
            Relation.DIFFERENT,
            "each begins with a name of its own, and they share few words",
        ),
        (
            "Generative adversarial imitation",
            "Playing Atari by pixels and curiosity alone",
            Relation.UNSURE,
            "one title is too short to tell",
        ),
        (
            "Curiosity drives exploration in sparse worlds",
            "Formal proofs of compilers by hand",
            Relation.DIFFERENT,
            "the titles share at most what the list is about",
        ),
    ],
)
def test_a_verdict_says_why(one: str, other: str, relation: Relation, reason: str) -> None:
    assert relate_titles(one, other) == Verdict(relation, reason)


@pytest.mark.parametrize(
    ("one", "other", "slip", "swap"),
    [
        pytest.param("neurips", "neirips", True, False, id="another letter"),
        pytest.param("neurips", "nurips", True, False, id="a letter less"),
        pytest.param("neurips", "neurrips", True, False, id="a letter more"),
        pytest.param("cvpr", "cpvr", True, True, id="swapped"),
        pytest.param("cvpr", "cvpr", False, False, id="the same"),
        pytest.param("iclr", "icml", False, False, id="two letters"),
        pytest.param("abcd", "badc", False, False, id="two swaps"),
        pytest.param("", "a", True, False, id="one letter"),
    ],
)
def test_slips(one: str, other: str, slip: bool, swap: bool) -> None:
    assert (is_one_slip(one, other), is_one_slip(other, one)) == (slip, slip)
    assert (is_swap(one, other), is_swap(other, one)) == (swap, swap)
    assert (one in Neighbours([one]).of(one)) is False
