"""Reads an iCalendar file from standard input with Debian's python3-icalendar and prints its events as JSON."""

import json
import sys

from icalendar import Calendar

calendar = Calendar.from_ical(sys.stdin.buffer.read())
events = [
    {
        "uid": str(event["UID"]),
        "start": event["DTSTART"].dt.isoformat(),
        "end": event["DTEND"].dt.isoformat(),
        "summary": str(event["SUMMARY"]),
        "location": str(event["LOCATION"]),
        "sequence": int(event["SEQUENCE"]),
        "url": str(event["URL"]),
    }
    for event in calendar.walk("VEVENT")
]
json.dump({"method": str(calendar["METHOD"]), "events": events}, sys.stdout)
