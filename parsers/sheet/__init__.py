"""Excel workbooks: the cells that hold something, as they are shown; tables on one sheet told apart."""
