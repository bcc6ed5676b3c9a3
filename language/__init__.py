"""How Chinese and English are written: what headings, references, chunkers, index tokens and queries must share."""
