"""From the findings of a pull request and its conversation to the review to post: decisions without I/O."""
