"""Drawing for `docmill inspect`: page images, boxes, sheets of blocks, fonts."""
