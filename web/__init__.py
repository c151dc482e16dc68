"""Build the site: documentation from README, docs and the code, and a playground."""
