"""A list that is too long for one page -> its sections in files of their own; values in and values out."""
