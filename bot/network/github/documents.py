"""The questions that are asked in GraphQL, as GitHub's schema has them; REST does not tell or do these things."""

from __future__ import annotations

CONVERSATION = """
query Conversation(
  $owner: String!, $name: String!, $number: Int!
  $threads: Boolean!, $afterThread: String
  $comments: Boolean!, $afterComment: String
  $reviews: Boolean!, $afterReview: String
) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: 50, after: $afterThread) @include(if: $threads) {
        nodes {
          id isResolved isOutdated path
          comments(first: 20) { nodes { id fullDatabaseId body viewerDidAuthor isMinimized state } }
        }
        pageInfo { hasNextPage endCursor }
      }
      comments(first: 100, after: $afterComment) @include(if: $comments) {
        nodes { id fullDatabaseId body viewerDidAuthor isMinimized }
        pageInfo { hasNextPage endCursor }
      }
      reviews(first: 100, after: $afterReview) @include(if: $reviews) {
        nodes { id fullDatabaseId body viewerDidAuthor isMinimized state }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}
"""
"""All that was said; of a thread the first comments, for it matters only what began it and whether one answered."""

STANDING = """
query Standing($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      headRefOid state
      reviews(last: 50) {
        nodes { id fullDatabaseId url body viewerDidAuthor state comments(first: 1) { totalCount } }
      }
      comments(last: 50) { nodes { id fullDatabaseId url body viewerDidAuthor isMinimized } }
    }
  }
}
"""
"""What must be known right before writing: the head, and what another run may have written meanwhile."""

ISSUES = """
query Issues($owner: String!, $name: String!, $labels: [String!], $after: String) {
  repository(owner: $owner, name: $name) {
    issues(
      first: 50, after: $after, labels: $labels, states: [OPEN, CLOSED], orderBy: {field: UPDATED_AT, direction: DESC}
    ) {
      nodes { number url title body state viewerDidAuthor }
      pageInfo { hasNextPage endCursor }
    }
  }
}
"""


def folding(count: int) -> str:
    """The request to minimise so many comments at once, named a0, a1 and so on."""
    inputs = ", ".join(f"$a{index}: MinimizeCommentInput!" for index in range(count))
    lines = (
        f"  a{index}: minimizeComment(input: $a{index}) {{ minimizedComment {{ isMinimized }} }}"
        for index in range(count)
    )
    return "\n".join((f"mutation Fold({inputs}) {{", *lines, "}", ""))
