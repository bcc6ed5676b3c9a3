"""API descriptions (OpenAPI 3, Swagger 2; JSON or YAML): one block per operation and per schema."""
