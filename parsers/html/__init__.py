"""Web pages: one reader takes every visible block; trafilatura, judged by what it leaves out, says which are text."""
