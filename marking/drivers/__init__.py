"""Programs that run in a sandbox and call the functions of a submission.

They can be read by Python 3.6 and import nothing of this project, which the sandbox
does not contain.
"""
