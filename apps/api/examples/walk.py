#!/usr/bin/env python3
"""Sign in, sniff, bark, propose a playdate, chat over the socket with a token: the standard library alone."""

import base64
import datetime
import http.cookiejar
import json
import os
import socket
import ssl
import struct
import urllib.parse
import urllib.request

URL = os.environ.get("BARKYARD_URL", "http://localhost:3000")
EMAIL = os.environ.get("BARKYARD_EMAIL", "owner@demo.test")
PASSWORD = os.environ.get("BARKYARD_PASSWORD", "demo-demo-demo")

cookies = http.cookiejar.CookieJar()
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))


def call(method, path, body=None, token=None):
    """One call of the REST API; raises urllib.error.HTTPError on anything but 200."""
    request = urllib.request.Request(f"{URL}/api{path}", method=method)
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with browser.open(request) as answer:
        return json.load(answer)


class ChatSocket:
    """Enough of a WebSocket for text frames of up to 64 KiB."""

    def __init__(self, token):
        address = urllib.parse.urlsplit(URL)
        secure = address.scheme == "https"
        raw = socket.create_connection((address.hostname, address.port or (443 if secure else 80)), timeout=10)
        self.raw = ssl.create_default_context().wrap_socket(raw, server_hostname=address.hostname) if secure else raw
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            "GET /ws HTTP/1.1",
            f"Host: {address.netloc}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
            f"Authorization: Bearer {token}",
        ]
        self.raw.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.stream = self.raw.makefile("rb")
        status = self.stream.readline().decode().strip()
        if " 101 " not in status:
            raise ConnectionError(status)
        while self.stream.readline().strip():
            pass

    def _frame(self, opcode, payload):
        length = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack("!H", len(payload))
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
        self.raw.sendall(bytes([0x80 | opcode]) + length + mask + masked)

    def send(self, frame):
        self._frame(1, json.dumps(frame).encode())

    def receive(self):
        while True:
            opcode, length = self.stream.read(2)
            if length == 126:
                (length,) = struct.unpack("!H", self.stream.read(2))
            payload = self.stream.read(length)
            if opcode & 15 == 9:
                self._frame(10, payload)
            elif opcode & 15 == 8:
                raise ConnectionError(f"the socket closed with {struct.unpack('!H', payload[:2])[0]}")
            elif opcode & 15 == 1:
                return json.loads(payload)

    def close(self):
        self._frame(8, struct.pack("!H", 1000))
        self.raw.close()


call("POST", "/login", {"email": EMAIL, "password": PASSWORD})
print(f"Signed in as {EMAIL}")

near = call("GET", "/sniff?distance=50&limit=1")
if not near:
    raise SystemExit("No dog is near")
match_id = call("POST", "/bark", {"toDogId": near[0]["id"]})["matchId"]
print(f"Barked at {near[0]['name']}: match {match_id}")

when = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=7)
call(
    "POST",
    "/playdates",
    {"matchId": match_id, "whenTs": when.isoformat(), "parkName": "Dolores Park", "notes": "Fetch"},
)
print(f"Proposed a playdate for {when:%Y-%m-%d %H:%M} UTC")

made = call("POST", "/tokens", {"name": "walk.py"})
cookies.clear()
user = call("GET", "/auth/user", token=made["token"])

chat = ChatSocket(made["token"])
chat.send({"type": "auth", "userId": user["id"]})
chat.send(
    {
        "type": "message",
        "matchId": match_id,
        "senderDogId": user["dog"]["id"],
        "body": "woof! from a script",
        "clientId": "walk-1",
    }
)
while True:
    received = chat.receive()
    if received["type"] == "error":
        raise SystemExit(received["message"])
    # One's own message comes back with its clientId: now it is stored.
    if received["message"].get("clientId") == "walk-1":
        break
print("Sent woof over the socket")
chat.close()

call("DELETE", f"/tokens/{made['id']}", token=made["token"])
print("Revoked the token")
