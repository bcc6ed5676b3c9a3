"""Tables from geometry: ruling lines to grids, grids and words to cells, pieces over pages to one table."""
