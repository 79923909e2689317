"""An album of photos in Azure's blob storage, by the standard library alone."""

import base64
import hashlib
import hmac
import http.client
import os
import xml.etree.ElementTree as xml
from email.utils import formatdate
from urllib.parse import parse_qsl, quote, urlencode, urlsplit


class Refused(Exception):
    """The service has answered with an error."""

    def __init__(self, status, code):
        super().__init__(f"{status} {code}")
        self.status = status
        self.code = code


class Album:
    """A container, and photos as its blobs."""

    def __init__(self, name):
        settings = dict(
            part.split("=", 1) for part in os.environ["AZURE_STORAGE_CONNECTION_STRING"].split(";") if part
        )
        self.account = settings["AccountName"]
        self.key = base64.b64decode(settings["AccountKey"])
        self.endpoint = urlsplit(settings["BlobEndpoint"])
        self.name = name

    def create(self):
        self._ask("PUT", query={"restype": "container"})

    def delete(self):
        self._ask("DELETE", query={"restype": "container"})

    def photos(self, limit=None):
        """The names of photos, and where the next page begins."""
        query = {"restype": "container", "comp": "list"}
        if limit is not None:
            query["maxresults"] = str(limit)
        _, body = self._ask("GET", query=query)
        listing = xml.fromstring(body)
        return [name.text for name in listing.iter("Name")], listing.findtext("NextMarker") or None

    def add(self, photo, content, labels=None, checksum=None):
        headers = {"x-ms-blob-type": "BlockBlob", "Content-Type": "image/png"}
        headers.update({f"x-ms-meta-{name}": value for name, value in (labels or {}).items()})
        if checksum is not None:
            headers["Content-MD5"] = base64.b64encode(checksum).decode()
        self._ask("PUT", photo, headers=headers, body=content)

    def read(self, photo):
        return self._ask("GET", photo)[1]

    def has(self, photo):
        try:
            self._ask("HEAD", photo)
            return True
        except Refused as refused:
            if refused.status == 404:
                return False
            raise

    def labels(self, photo):
        """Labels with their names as the service writes them."""
        headers, _ = self._ask("HEAD", photo)
        start = "x-ms-meta-"
        return {name[len(start) :]: value for name, value in headers if name.lower().startswith(start)}

    def remove(self, photo):
        self._ask("DELETE", photo)

    def _ask(self, method, photo=None, query=None, headers=None, body=b""):
        path = f"{self.endpoint.path}/{self.name}" + ("" if photo is None else "/" + quote(photo))
        sent = {
            "x-ms-date": formatdate(usegmt=True),
            "x-ms-version": "2024-11-04",
            "Content-Length": str(len(body)),
            **(headers or {}),
        }
        target = path + ("?" + urlencode(query) if query else "")
        sent["Authorization"] = f"SharedKey {self.account}:{self._signature(method, target, sent)}"
        connection = http.client.HTTPConnection(self.endpoint.hostname, self.endpoint.port, timeout=30)
        try:
            connection.request(method, target, body=body, headers=sent)
            answer = connection.getresponse()
            content = answer.read()
            if answer.status >= 400:
                raise Refused(answer.status, answer.headers.get("x-ms-error-code"))
            return answer.getheaders(), content
        finally:
            connection.close()

    def _signature(self, method, target, headers):
        address = urlsplit(target)
        length = headers["Content-Length"]
        own = sorted((name.lower(), value) for name, value in headers.items() if name.lower().startswith("x-ms-"))
        lines = [
            method,
            "",
            "",
            "" if length == "0" else length,
            headers.get("Content-MD5", ""),
            headers.get("Content-Type", ""),
            *[""] * 6,
            *[f"{name}:{value}" for name, value in own],
            f"/{self.account}{address.path}",
            *[f"{name}:{value}" for name, value in sorted(parse_qsl(address.query))],
        ]
        digest = hmac.new(self.key, "\n".join(lines).encode(), hashlib.sha256).digest()
        return base64.b64encode(digest).decode()
