import json
import os
import unittest


def ran(name):
    with open(os.environ["RAN"], "a", encoding="utf-8") as file:
        file.write(json.dumps("unittests/test_albums.py > " + name) + "\n")


class Albums(unittest.TestCase):
    def test_creates(self):
        ran("Albums > test_creates")

    def test_creates_twice(self):
        ran("Albums > test_creates_twice")

    def test_fails(self):
        ran("Albums > test_fails")
        self.assertEqual(1, 2, "the album is gone")

    def test_raises(self):
        ran("Albums > test_raises")
        raise KeyError("photo")

    @unittest.skip("not today")
    def test_skipped(self):
        ran("Albums > test_skipped")

    @unittest.expectedFailure
    def test_is_to_fail(self):
        ran("Albums > test_is_to_fail")
        self.fail("as it should")

    def test_parts(self):
        ran("Albums > test_parts")
        for size in (1, 2, 3):
            with self.subTest(size=size):
                self.assertLess(size, 3)

    def test_own_variable(self):
        ran("Albums > test_own_variable " + os.environ.get("OWN", ""))


class WithoutSetUp(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError("no bucket")

    def test_needs_it(self):
        ran("WithoutSetUp > test_needs_it")


def load_tests(loader, tests, pattern):
    tests.addTest(Albums("test_creates"))
    return tests
