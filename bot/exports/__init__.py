"""Lists given back to their readers: JSON, CSV, BibTeX, CSL, an Atom feed and a page to search in. No I/O here."""
