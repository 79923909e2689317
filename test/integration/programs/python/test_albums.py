"""Tests that ask for what is named after themselves, with nothing but the standard library."""

import http.client
import os
import threading
import unittest
import urllib.error
import urllib.parse
import urllib.request

ENDPOINT = os.environ.get("AZURE_STORAGE_BLOB_ENDPOINT", "")


def by_urllib(method, path):
    request = urllib.request.Request(f"{ENDPOINT}/{path}", method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def by_http_client(method, path):
    url = urllib.parse.urlsplit(ENDPOINT)
    connection = http.client.HTTPConnection(url.netloc)
    connection.request(method, f"{url.path}/{path}", headers={"x-ms-blob-type": "BlockBlob"}, body=b"hello")
    status = connection.getresponse().status
    connection.close()
    return status


class Asking(unittest.TestCase):
    def ask(self, way):
        self.assertGreaterEqual(way("GET", f"albums/{self.id()}/get"), 400)
        self.assertGreaterEqual(way("PUT", f"albums/{self.id()}/put"), 400)


class Albums(Asking):
    def setUp(self):
        self.assertGreaterEqual(by_urllib("GET", f"albums/{self.id()}/set-up"), 400)

    def test_by_urllib(self):
        self.ask(by_urllib)

    def test_by_http_client(self):
        self.ask(by_http_client)

    def test_by_threads(self):
        threads = [threading.Thread(target=self.ask, args=(by_http_client,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


class Photos(Asking):
    def test_by_urllib(self):
        self.ask(by_urllib)

    @unittest.expectedFailure
    def test_that_fails(self):
        self.ask(by_urllib)
        self.fail("as expected")
