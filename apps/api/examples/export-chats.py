#!/usr/bin/env python3
"""Writes every message of all your dogs as JSON, a line each: Python 3.8, the standard library alone.

BARKYARD_TOKEN=barkyard_... python3 export-chats.py chats.jsonl

Stop it whenever you like. Run again, it goes on where it was: it reads the file to know what it has, and asks only for
messages after those.
"""

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
FILE = sys.argv[1]


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


def pages(path, dog=None):
    """The pages of a list, by its links."""
    address = f"{SERVER}/api{path}"
    while address:
        items, headers = get(address, dog)
        yield items
        following = re.match(r'<(.*)>; rel="next"', headers.get("Link", ""))
        address = following and urllib.parse.urljoin(address, following.group(1))


def last_lines():
    """The last message of each match in the file. A line that was cut off is removed."""
    last, whole = {}, 0
    if os.path.exists(FILE):
        with open(FILE, "rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                whole += len(line)
                message = json.loads(line)
                last[message["matchId"]] = message
        os.truncate(FILE, whole)
    return last


known = last_lines()
count = 0
with open(FILE, "a", encoding="utf-8") as file:
    for dog in get(f"{SERVER}/api/my-dogs")[0]:
        # In the order of making, nothing moves while we read.
        for matches in pages("/matches?sort=created&limit=50", dog["id"]):
            for match in matches:
                have, newest = known.get(match["id"]), match["lastMessage"]
                if newest is None or (have and have["seq"] >= newest["seq"]):
                    continue
                # Oldest first: on from the last one that we have, or back from the newest one to the first.
                path = f"/messages/{match['id']}?limit=500"
                found = list(pages(f"{path}&after={have['id']}" if have else path, dog["id"]))
                for page in found if have else reversed(found):
                    for message in page:
                        file.write(json.dumps({**message, "dogId": dog["id"]}, ensure_ascii=False) + "\n")
                        count += 1
                file.flush()
print(f"{count} new messages")
