/** The README in the archive: it explains each file. */
export const ARCHIVE_README = `Your data from Barkyard
=======================

account.json    You: name, e-mail address, city, where you shared your location, what you want
                to be notified of, the searches you saved, the devices that receive notifications,
                and the tokens and webhooks of your scripts.
dogs.json       Your dogs' profiles. "photos" are in the order in which the profile shows them.
matches.json    The matches of all your dogs, with every message of both sides. Of the other dog
                there are its id, name and breed. "senderDogId" tells who wrote a message.
playdates.json  Playdates of these matches, past ones too. "whenTs" is in UTC. "changes" are other
                terms that one side asked for, "recaps" what you said afterwards.
walks.json      The open walks that your dogs hosted or joined, with the host's dog.
safety.json     Whom you blocked, what you reported, and decisions about you with your appeals. What
                others did is not yours to know.
skips.json      The dogs that you said are not for you, by your dog.
verifications.json
                What you asked our moderators to check, and their decisions. The photos that you
                sent for it are in "verifications", as long as we have them.
notifications.json
                What you were notified of in the last 90 days, newest first.
photos/         A folder for each dog, named by its id: 1.webp is its face.

All times are ISO 8601 in UTC, all files UTF-8. Ids mean nothing outside Barkyard.
`
