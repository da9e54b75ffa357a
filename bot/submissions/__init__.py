"""Papers that people propose in issues: the form, what is to be done, the bot's answer and the pull request.

Whatever is in an issue or a comment is data: of the form only the paper and the section are read, of a comment
only `/approve` and a section.
"""
