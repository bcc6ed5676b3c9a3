"""The roof: plans, runs, search assembly and the command line. The only place that knows Prefect and click."""
