"""Programs that go into a sandbox and call the functions of a submission.

They can be read by Python 3.6 and import nothing of ours: the sandbox does not have it.
"""
