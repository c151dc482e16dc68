"""The site: documentation made from README, docs and the code, and a playground."""
