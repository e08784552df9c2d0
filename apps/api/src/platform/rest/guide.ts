import { PHOTO_MAX_BYTES } from '@barkyard/domain/photo'
import { TOKENS_PER_USER } from '@barkyard/domain/token'
import { PASSWORD_MIN } from '@barkyard/domain/user'
import { DELIVERIES_WAITING_MAX, WEBHOOK_ANSWERS_WITHIN_S } from '@barkyard/domain/webhook'
import type { AnyTRPCRouter } from '@trpc/server'
import { LIMITS, type Rule } from '../access/limits.ts'
import { BODY_MAX_BYTES } from '../http/json.ts'
import { MESSAGES_RATE } from '../realtime/socket-limits.ts'
import { proceduresOf } from '../trpc/meta.ts'
import { KEPT_HOURS, KEY_MAX, KEYS_MAX } from './idempotency.ts'

const MINUTE = 60
const WORDS: Record<Rule, string> = {
  calls: 'calls of a user, or of an IP address if nobody is signed in',
  signInOfEmail: 'failed sign-ins for one e-mail from one address',
  signInOfAddress: 'failed sign-ins from one address',
  signIn: 'sign-ins to one account from one address',
  passkeyChallenge: 'sign-ins with a passkey that were begun, from one address',
  signUp: 'sign-ups from one address',
  location: 'location updates',
  bark: 'barks',
  proposal: 'proposals and counter-proposals of playdates',
  signal: 'signals “late” and “here”, and phrases',
  upload: 'photo uploads',
  decoding: 'tenths of a second that your photos take to decode',
  forgotOfEmail: 'password reset links for one e-mail from one address',
  forgotOfAddress: 'password reset links from one address',
  mailOfAddress: 'mails with a link to one e-mail; further ones are not sent',
  verification: 'e-mail confirmation links',
  accountExport: 'exports of the account',
  pushEndpoint: 'push subscriptions',
  pushTest: 'test pushes',
  calendar: 'readings of a calendar feed',
  webhook: 'webhooks created and tested',
  vitals: 'measurements of pages from one address',
  places: 'city names looked up',
  sighting: 'sightings of lost dogs',
  sightingOfAddress: 'sightings from one address by people without an account',
  posterSighting: 'sightings of one dog by people without an account',
  posterHolding: 'further ones of people who hold the dog and send a photo',
  report: 'reports',
  dogVerification: 'requests to check a dog',
}
const span = (seconds: number) =>
  seconds === MINUTE ? 'a minute' : seconds === 60 * MINUTE ? 'an hour' : `${seconds / 3600} hours`
const limits = Object.entries(LIMITS)
  .map(([rule, { points, duration }]) => `| \`${rule}\` | ${points} in ${span(duration)} | ${WORDS[rule as Rule]} |`)
  .join('\n')

const pagesOwn = (router: AnyTRPCRouter) =>
  proceduresOf(router)
    .flatMap(([name, , { pageOnly }]) => (pageOnly === undefined ? [] : [`- \`${name}\`: ${pageOnly}`]))
    .join('\n')

/** The guides before the list of calls, in Markdown. @param server the address of the server for scripts. */
export const guide = (
  server: URL,
  router: AnyTRPCRouter,
) => `Scripts can do everything that the web app does. The folder \`apps/api/examples\` of the repository has small example programs: \`bot.ts\` answers barks at any of your dogs, \`sync-calendar.ts\` keeps a folder of calendar files, \`export-chats.py\` writes all your messages and resumes, \`dashboard.ts\` follows \`GET /events\`, \`receive-webhooks.ts\` receives webhooks, \`matches.py\` writes the matches of all your dogs as CSV, \`report.sh\` prints statistics for admins with curl.

A few calls are the page’s own affair and have no REST path:

${pagesOwn(router)}

## Signing in

There are two ways:

- **A cookie.** \`POST /signup\` or \`POST /login\` with JSON, and keep the cookie \`session\`. It expires 30 days after its last use, or with \`GET /logout\`. A password has at least ${PASSWORD_MIN} characters.
- **A personal access token.** Create one on the page [Settings](/settings), under “Access tokens”, or with \`POST /tokens\` while signed in. Send it as \`Authorization: Bearer\`.

\`\`\`
curl -c jar -H 'content-type: application/json' \\
  -d '{"email":"robin@example.com","password":"correct horse"}' ${server.origin}/api/login
curl -b jar -H 'content-type: application/json' -d '{"name":"my bot"}' ${server.origin}/api/tokens
curl -H 'authorization: Bearer barkyard_…' ${server.origin}/api/auth/user
\`\`\`

If both are sent, the token is used. An unknown or revoked token gets a 401, even with a valid cookie.

## Tokens

A token can do what its owner can, within its scopes: \`read\` for calls with GET, the socket and the streams, \`write\` for all others (403 \`scope\`). By default it has both and does not end; \`expiresAt\` ends it (401 \`token-expired\`, otherwise \`token-unknown\`). An unknown field is 400 here. It has admin rights only if they were requested at its creation, and only while its owner is an admin. It cannot create tokens, impersonate, decide reports, subscribe a browser to pushes, change the password or the e-mail, see or end sessions, export or delete the account: such calls list only \`cookie\`, and return 403 \`token\`. It is shown once. \`DELETE /tokens/{id}\` revokes it at once and closes its sockets; a token can revoke only itself. A user can have at most ${TOKENS_PER_USER}.

## From a web page of your own

A page of another site may call with a token: \`fetch\` with \`Authorization: Bearer\`, and without cookies (\`credentials: 'omit'\`, the default for other sites is the same). All headers of responses can be read (CORS, \`Access-Control-Allow-Origin: *\`). Cookies never cross sites: a write with a cookie and a foreign \`Origin\` is 403 \`foreign-site\`. Whoever opens the page can read the token in it, so give it the scopes and the end that it needs.

## Sending and reading

Bodies are JSON (\`application/json\`, at most ${BODY_MAX_BYTES / 1024} KiB), photos multipart (at most ${PHOTO_MAX_BYTES / 1024 / 1024} MB). Unknown fields are ignored. Times are ISO 8601 in UTC, distances are whole kilometres, and ids are opaque strings: compare them, never parse them. Lists in an address are comma-joined or repeated: \`sizes=small,medium\` or \`sizes=small&sizes=medium\`.

Most calls act as your active dog. From a new account to a chat:

1. \`POST /dogs\` creates a dog, \`POST /active-dog\` chooses it.
2. \`PATCH /user/location\` sets your location, \`GET /sniff\` finds dogs nearby.
3. \`POST /bark\` greets one and returns the \`matchId\`.
4. \`POST /messages/{matchId}\` sends a message, \`POST /playdates\` proposes a playdate.

## Paging

Long lists take \`limit\` and \`cursor\`. If there are more items, the header \`X-Next-Cursor\` contains the next cursor, and \`Link: <…>; rel="next"\` the address of the next page, relative to the current one. On the last page both are absent. Some lists have their total in \`X-Total-Count\`. A cursor is opaque. It is a position, not an item: a page begins where the last one ended, also if its items have moved or gone meanwhile. So nothing is shown twice that has moved to the front, and \`GET /matches?sort=created\` misses nothing either. If the answer is 400 \`unknown-cursor\`, start again. Messages are paged by \`before\` and \`after\`, which are ids of messages, and by \`Link\` as well.

To read only what is new, send \`since\` to \`GET /matches\` or \`GET /playdates\`: the time of your previous reading, a minute earlier, because something may be stored while you read. Parameters that a call does not take are refused: 400 \`unknown-parameter\` names them.

## Limits

| limit | calls | counts |
| --- | --- | --- |
${limits}

Responses contain the remaining calls: \`RateLimit-Policy: "calls";q=1200;w=60\` (\`q\` calls in \`w\` seconds) and \`RateLimit: "calls";r=1187;t=42\` (\`r\` calls left, reset in \`t\` seconds). A call that counts for several limits lists each. Beyond a limit the response is 429 with \`Retry-After\` in seconds. Messages, over REST and the socket together: ${MESSAGES_RATE.burst} at once and ${MESSAGES_RATE.perSecond} a second.

## Errors by reason

Every failed call returns an \`Error\`:

\`\`\`
{
  "message": "toDogId must be there",
  "code": "BAD_REQUEST",
  "reason": "invalid-input",
  "issues": [{ "path": ["toDogId"], "message": "Is required" }]
}
\`\`\`

Use \`reason\` in programs: it is a stable word for the cause. \`code\` is the status in words. \`message\` is for people and may change. With status 400, \`issues\` names each invalid field by its \`path\`. Each call lists its reasons. New ones may be added, so handle an unknown one by its status. The same holds for kinds, phrases, actions and parks: in the document they are any text besides the known ones.

| status | means | what to do |
| --- | --- | --- |
| 400, 413, 415 | the input is invalid | correct it before you send it again |
| 401 | nobody is signed in, or the token is invalid | sign in; see \`WWW-Authenticate\` |
| 403 | you are not allowed to do this | |
| 404 | it does not exist, or is hidden from you | |
| 405 | the address has other methods | see the header \`Allow\`, which \`OPTIONS\` returns too (204) |
| 409 | the current state does not allow it | read the state again, then decide |
| 429, 503 | too many calls, or a service is unavailable | wait for \`Retry-After\` seconds |
| 500 | an internal error | try again later; include \`X-Request-Id\` when you report it |

Input is checked before state: 400 comes before 409.

## Events and the socket

\`GET /events\` is an event stream (server-sent events): messages, playdates and everything else that happens to your dogs.

\`\`\`
curl -N -H 'authorization: Bearer barkyard_…' ${server.origin}/api/events

id: 1f9c3b5f2e7d1a4b68-2
event: message
data: {"type":"message","message":{"id":"…","matchId":"…","senderDogId":"…","body":"Woof! 🐕","createdAt":"…","seq":1}}
\`\`\`

\`/ws\` is the chat's WebSocket. Send \`{"type":"auth","userId"}\` with the \`id\` of \`GET /auth/user\`, then \`{"type":"message","matchId","senderDogId","body","clientId"}\`. You receive messages as \`{"type":"message","message"}\` and errors as \`{"type":"error","message"}\`.

\`{"type":"typing","matchId"}\` says that you are typing, once in 3 seconds for a match; what comes sooner is dropped. Where both dogs have written, the other owner receives it as \`{"type":"typing","matchId","dogId"}\`, unless either of you hides typing (\`showTyping\` of the preferences). It is true for 5 seconds, or until the message, and is not stored.

Over both, each message comes once; its \`seq\` is the order within its match: 1, 2, 3, without gaps. Two messages may arrive in another order. If a number stays missing for more than a moment, read what follows the message before it: \`GET /messages/{matchId}?after=\`.

Both take the cookie or the token. [asyncapi.json](/api/asyncapi.json) describes them frame by frame. Events are not stored: after a lost connection, reconnect and read what you missed. An event stream that is requested with \`Last-Event-ID\` helps: it sends one \`refresh\` if events were, or may have been, missed.

## Webhooks

Instead of listening, have events sent to an address of yours: \`POST /webhooks\` with its \`url\` and the types of \`events\`. Each message is a POST by the convention of [Standard Webhooks](https://www.standardwebhooks.com), for which there are libraries in most languages:

\`\`\`
POST /barkyard HTTP/1.1
content-type: application/json
webhook-id: 0190d6c4-8f1e-7a50-9c3b-5f2e7d1a4b68
webhook-timestamp: 1906391045
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"type":"message","timestamp":"2030-05-30T18:04:05.123Z","data":{"dogId":"…","message":{…}}}
\`\`\`

- \`data\` is the event without its \`type\`, as in \`GET /events\`. Verify the signature with the secret that \`POST /webhooks\` returned, before you believe anything.
- Respond with a status 2xx within ${WEBHOOK_ANSWERS_WITHIN_S} seconds, and do the work afterwards. Anything else is tried again with growing pauses (15 s to 6 hours) for two days, with the same \`webhook-id\`: a message may come twice, and out of order. \`Retry-After\` is kept. Redirects are not followed.
- After two days, or after a 410, the webhook is switched off and you are notified. A test that it accepts (\`POST /webhooks/{id}/test\`) switches it on again.
- At most ${DELIVERIES_WAITING_MAX.toLocaleString('en-US')} messages wait for a webhook. What finds no room is left out, and one \`refresh\` stands for it: read your data again.
- The address must be https on a public host. A token needs both scopes to create one. It ends with the token that created it, and all webhooks end when your password changes.

## Retrying safely

- Reads and deletions can be repeated. A repeated deletion returns a 404.
- **Every POST of a signed-in user** takes the header \`Idempotency-Key\`: a new value for each call, a UUID say (up to ${KEY_MAX} visible ASCII characters). Send the call again with the same value until you get a response: it is made once, and each repetition gets the first response with \`Idempotent-Replayed: true\`. The same value with another request is 422 \`idempotency-key-reused\`, and while the first call still runs 409 \`idempotency-key-in-use\`. Only successes are kept, for ${KEPT_HOURS} hours and at most ${KEYS_MAX} for a user: a refused call has changed nothing and may be corrected. Of an upload the fields and the file are compared, however they are sent. If the server dies while a call runs, its value is free after ten minutes: look first whether the call was made.
- \`POST /dogs\`, \`POST /messages/{matchId}\` and messages over the socket take a \`clientId\` that you choose. The same one is stored only once, so send again until you get a response. Barking again within a day adds nothing.
- After 429 and 503 wait for \`Retry-After\` seconds. After 500 and broken connections wait longer each time.
- Writes to a playdate take the \`revision\` that you have read: 409 \`stale-revision\` means that it has changed since.

## How the API changes

Calls, fields of responses, optional parameters, reasons and event types may be added at any time: ignore unknown ones. Within version 1 nothing is renamed, removed or changed in meaning. Anything to be removed is first marked \`deprecated\` in the document for a year. Its responses then carry \`Deprecation\` (RFC 9745) with the day on which it was marked, and \`Sunset\` (RFC 8594) with the day on which it goes. Nothing is deprecated today. A version 2 would have a path of its own; the version is \`info.version\`, and both documents have an \`ETag\`.

| since | change |
| --- | --- |
| 2026-11-26 | lost dogs: \`POST /dogs/{id}/lost\`, \`GET /lost\` and the calls beside them, events \`lost\` and \`sighting\`, notifications of the kind \`lost\` |
| 2026-11-25 | \`matchId\` in events of messages and playdates; a token without \`write\` can revoke itself; a repeated upload is compared by its file; \`joinable\` of \`GET /walks\`, weekly walks, their \`kind\`, waiting for a place, and notifications of the kind \`walk\` (\`walksNearKm\` of \`/preferences\`), \`matched\` of \`GET /sniff\`, \`again\` of \`GET /playdates/past\` |
| 2026-11-25 | parks: \`GET /parks\` around a place and by name, \`GET /parks/{id}\`, \`GET /matches/{matchId}/parks\`; \`parkId\` and \`timeZone\` of playdates and walks |
| 2026-11-23 | open words: reasons, kinds, phrases, actions and parks are lists that may grow |
| 2026-11-23 | webhooks: \`POST /webhooks\` |
| 2026-11-23 | repeated calls: \`Idempotency-Key\` on every POST |
| 2026-11-23 | pages elsewhere: CORS for calls with a token |
| 2026-11-23 | lists: \`status\`, \`since\` and \`sort\`; unknown parameters are 400; \`Link\` for messages |
| 2026-11-23 | several dogs: \`X-Dog\`, \`ownDogId\`, \`dogId\` in events, \`GET /matches/unread\` |
| 2026-11-23 | tokens: \`scopes\` and \`expiresAt\` |
| 2026-11-23 | \`/skips\`, \`/walks\`, \`/searches\`, \`GET /invite\` |
| 2026-11-22 | \`POST /messages/{matchId}\`, \`GET /parks\`, \`GET /events\`, and \`asyncapi.json\` |
| 2026-11-21 | \`reason\` in errors |
| 2026-11-20 | version 1: calls with a cookie or a personal access token |`
