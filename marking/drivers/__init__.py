"""Programs that run in a sandbox and call the functions of a submission.

Python 3.6 can run them. They import nothing of this project, since the sandbox does not
contain it.
"""
