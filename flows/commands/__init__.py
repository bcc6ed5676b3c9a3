"""The commands, by what one comes for: feed the mill, look at a file, ask the store, judge its quality, care for it, serve."""
