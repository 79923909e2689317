"""Prints the ids of all tests that unittest finds in a folder."""

import sys
import unittest


def ids(suite):
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from ids(each)
        else:
            yield each.id()


print("\n".join(ids(unittest.defaultTestLoader.discover(sys.argv[1]))))
