"""Word documents: python-docx opens the package; what Word shows is read from its XML, in the order that Word shows it."""
