"""The report as one HTML page that needs nothing beside it: no script, no font, no picture from elsewhere."""
