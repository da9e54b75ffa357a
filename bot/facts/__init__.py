"""What services know of papers and repositories."""

LOCK_FILE = "papers.lock.jsonl"
"""The file beside a list that keeps facts about its papers."""
