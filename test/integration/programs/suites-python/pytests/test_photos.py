import json
import os

import pytest


def ran(name):
    with open(os.environ["RAN"], "a", encoding="utf-8") as file:
        file.write(json.dumps("pytests/test_photos.py > " + name) + "\n")


def test_plain():
    ran("test_plain")


def test_plain_too():
    ran("test_plain_too")


@pytest.mark.parametrize("value", ["a::b", "(x|y)*[z]", "two\nlines", "ünï", "with space", "a/b.py", "1", "11"])
def test_each(value, request):
    ran(request.node.name)


class TestGroup:
    def test_plain(self):
        ran("TestGroup > test_plain")

    def test_fails(self):
        ran("TestGroup > test_fails")
        assert False, "the photo is gone"

    @pytest.mark.skip
    def test_skipped(self):
        ran("TestGroup > test_skipped")


@pytest.fixture
def no_bucket():
    raise RuntimeError("no bucket")


def test_without_set_up(no_bucket):
    ran("test_without_set_up")
