"""What an operator reads: health, retrieval, tuning, page pictures, and the report page.

Pure functions over chunks, facts and search callables; nothing here opens a store or reads a clock.
"""
