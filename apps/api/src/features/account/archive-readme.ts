/** The README in the archive: it explains each file. */
export const ARCHIVE_README = `Your data from Barkyard
=======================

account.json    You: name, e-mail address, city, where you shared your location, what you want
                to be notified of, and the devices that receive notifications.
dogs.json       Your dogs' profiles. "photos" are in the order in which the profile shows them.
matches.json    The matches of all your dogs, with every message of both sides. Of the other dog
                there are its id, name and breed. "senderDogId" tells who wrote a message.
playdates.json  Playdates of these matches, past ones too. "whenTs" is in UTC. "changes" are other
                terms that one side asked for, "recaps" what you said afterwards.
safety.json     Whom you blocked and what you reported. What others did is not yours to know.
notifications.json
                What you were notified of in the last 90 days, newest first.
photos/         A folder for each dog, named by its id: 1.webp is its face.

All times are ISO 8601 in UTC, all files UTF-8. Ids mean nothing outside Barkyard.
`
