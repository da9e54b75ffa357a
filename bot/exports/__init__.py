"""Lists given back to their readers: JSON, CSV, BibTeX, CSL, an Atom feed and a searchable page. No I/O here."""
