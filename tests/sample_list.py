"""A sample list of real papers, for tests that need a list with habits."""

from __future__ import annotations

PAPERS = (
    ("2509", "UI-TARS-2 Technical Report", "2509.02544"),
    ("2507", "MemAgent: Reshaping Long-Context LLM with Multi-Conv RL-based Memory Agent", "2507.02259"),
    ("2506", "PAG: Multi-Turn Reinforced LLM Self-Correction", "2506.10406"),
    ("2505", "SPA-RL: Reinforcing LLM Agents via Stepwise Progress Attribution", "2505.20732"),
    ("2504", "MARFT: Multi-Agent Reinforcement Fine-Tuning", "2504.16129"),
    ("2503", "SWEET-RL: Training Multi-Turn LLM Agents on Collaborative Reasoning Tasks", "2503.15478"),
    ("2502", "Digi-Q: Learning Q-Value Functions for Training Device-Control Agents", "2502.15760"),
    ("2411", "WebRL: Training LLM Web Agents via Self-Evolving Online Curriculum", "2411.02337"),
    ("2409", "Building Math Agents with Multi-Turn Iterative Preference Learning", "2409.02392"),
    ("2406", "DigiRL: Training In-The-Wild Device-Control Agents", "2406.11896"),
    ("2402", "ArCHer: Training Language Model Agents via Hierarchical Multi-Turn RL", "2402.19446"),
    ("2310", "FireAct: Toward Language Agent Fine-tuning", "2310.05915"),
)

LINES = tuple(f"* [{date}] [{title}](https://arxiv.org/abs/{number})\n" for date, title, number in PAPERS)
"""One entry per line, newest first."""

LIST = f"# Agent training\n\n{''.join(LINES)}"
