#!/usr/bin/env python3
"""Writes the matches of all your dogs as CSV to the standard output: Python 3.8, the standard library alone.

BARKYARD_TOKEN=barkyard_... python3 matches.py > matches.csv
"""

import csv
import json
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

SERVER = os.environ.get("BARKYARD_URL", "http://127.0.0.1:3000")
TOKEN = os.environ["BARKYARD_TOKEN"]


def get(address, dog=None):
    """One call as a dog: the answer's JSON and headers. Waits where the server says so (429 and 503)."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    if dog:
        headers["X-Dog"] = dog
    request = urllib.request.Request(address, headers=headers)
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer), answer.headers
        except urllib.error.HTTPError as refusal:
            if refusal.code not in (429, 503):
                error = json.load(refusal)
                sys.exit(f"{error['message']} ({error['reason']})")
            time.sleep(int(refusal.headers.get("Retry-After", 5)))


def every(path, dog):
    """The items of a list of a dog's, page after page."""
    address = f"{SERVER}/api{path}"
    while address:
        items, headers = get(address, dog)
        yield from items
        following = re.match(r'<(.*)>; rel="next"', headers.get("Link", ""))
        address = following and urllib.parse.urljoin(address, following.group(1))


table = csv.writer(sys.stdout)
table.writerow(["own dog", "dog", "breed", "unread", "last message", "at"])
for own in get(f"{SERVER}/api/my-dogs")[0]:
    for match in every("/matches?limit=20", own["id"]):
        dog, last = match["otherDog"], match["lastMessage"] or {}
        said = [match["unreadCount"], last.get("body", ""), last.get("createdAt", "")]
        table.writerow([own["name"], dog["name"], dog["breed"], *said])
