import hashlib
import secrets
import unittest

from album import Album, Refused


def fresh(word):
    """A name that nobody else has."""
    return f"{word}-{secrets.token_hex(5)}"


class Photos(unittest.TestCase):
    def setUp(self):
        self.album = Album(fresh("album"))
        self.album.create()

    def test_are_read_as_they_were_added(self):
        self.album.add("sun.png", b"\x89PNG sun")

        self.assertEqual(self.album.read("sun.png"), b"\x89PNG sun")

    def test_can_be_missing(self):
        self.assertFalse(self.album.has("nowhere.png"))

    def test_may_have_odd_names(self):
        for name in ["it's me.png", "a(b|c)*.png"]:
            with self.subTest(name=name):
                self.album.add(name, b"odd")
                self.assertEqual(self.album.read(name), b"odd")

    def test_are_checked_on_their_way(self):
        with self.assertRaises(Refused) as caught:
            self.album.add("broken.png", b"sun", checksum=hashlib.md5(b"moon").digest())

        self.assertEqual(caught.exception.code, "Md5Mismatch")

    def test_may_have_long_names(self):
        self.album.add("long" * 300, b"far")

        self.assertEqual(self.album.read("long" * 300), b"far")

    def test_have_names_of_a_thousand_letters_at_most(self):
        with self.assertRaises(Refused) as caught:
            self.album.add("long" * 300, b"far")

        self.assertEqual(caught.exception.code, "InvalidUri")

    def test_are_removed_on_hold_or_not(self):
        self.album.add("hold/theft.png", b"evidence")

        self.album.remove("hold/theft.png")

        self.assertFalse(self.album.has("hold/theft.png"))

    def test_stay_while_they_are_on_hold(self):
        self.album.add("hold/theft.png", b"evidence")

        self.album.remove("hold/theft.png")

        self.assertTrue(self.album.has("hold/theft.png"))

    def test_keep_their_labels_as_they_were_written(self):
        self.album.add("a.png", b"a", {"TakenBy": "Ann"})

        self.assertEqual(self.album.labels("a.png"), {"TakenBy": "Ann"})

    def test_have_labels_in_small_letters(self):
        self.album.add("a.png", b"a", {"TakenBy": "Ann"})

        self.assertEqual(self.album.labels("a.png"), {"takenby": "Ann"})

    def test_have_labels_in_any_letters(self):
        self.album.add("a.png", b"a", {"TakenBy": "Ann"})

        labels = {name.lower(): value for name, value in self.album.labels("a.png").items()}

        self.assertEqual(labels, {"takenby": "Ann"})

    @unittest.skip("there is no printer")
    def test_are_printed(self):
        self.album.read("printed.png")


class Albums(unittest.TestCase):
    def test_are_listed(self):
        album = Album("listed")
        album.create()
        for name in ["1.png", "2.png", "3.png"]:
            album.add(name, b"-")

        self.assertEqual(album.photos(limit=10), (["1.png", "2.png", "3.png"], None))

    def test_are_listed_in_small_pages(self):
        album = Album("paged")
        album.create()
        for name in ["1.png", "2.png", "3.png"]:
            album.add(name, b"-")

        names, following = album.photos(limit=10)

        self.assertEqual(names, ["1.png", "2.png"])
        self.assertIsNotNone(following)

    def test_are_made_again(self):
        album = Album("again")
        album.create()
        album.delete()

        album.create()

        self.assertEqual(album.photos(), ([], None))

    def test_take_their_time_to_go(self):
        album = Album("gone")
        album.create()
        album.delete()

        with self.assertRaises(Refused) as caught:
            album.create()

        self.assertEqual(caught.exception.code, "ContainerBeingDeleted")

    def test_have_names_that_nobody_else_has(self):
        self.assertNotEqual(fresh("album"), fresh("album"))
