import { PHOTO_MAX_BYTES } from '@barkyard/domain/photo'
import { TOKENS_PER_USER } from '@barkyard/domain/token'
import { PASSWORD_MIN } from '@barkyard/domain/user'
import { LIMITS, type Rule } from '../access/limits.ts'
import { MESSAGES_RATE } from '../access/socket-limits.ts'
import { BODY_MAX_BYTES } from '../http/json.ts'

const MINUTE = 60
const WORDS: Record<Rule, string> = {
  calls: 'calls of a user, or of an IP address if nobody is signed in',
  signInOfEmail: 'failed sign-ins for one e-mail from one address',
  signInOfAddress: 'failed sign-ins from one address',
  signUp: 'sign-ups from one address',
  location: 'location updates',
  bark: 'barks',
  proposal: 'proposals and counter-proposals of playdates',
  signal: 'signals “late” and “here”',
  upload: 'photo uploads',
  forgotOfEmail: 'password reset links for one e-mail',
  forgotOfAddress: 'password reset links from one address',
  verification: 'e-mail confirmation links',
  accountExport: 'exports of the account',
  pushEndpoint: 'push subscriptions',
  pushTest: 'test pushes',
  report: 'reports',
}
const span = (seconds: number) =>
  seconds === MINUTE ? 'a minute' : seconds === 60 * MINUTE ? 'an hour' : `${seconds / 3600} hours`
const limits = Object.entries(LIMITS)
  .map(([rule, { points, duration }]) => `| \`${rule}\` | ${points} in ${span(duration)} | ${WORDS[rule as Rule]} |`)
  .join('\n')

/** The guides before the list of calls, in Markdown. @param server the address of the server for scripts. */
export const guide = (
  server: URL,
) => `Scripts can do everything that the web app does. The folder \`apps/api/examples\` of the repository has small example programs: \`bot.ts\` answers barks with a playdate proposal, \`matches.py\` writes your matches as CSV, \`report.sh\` prints statistics for admins with curl.

## Signing in

There are two ways:

- **A cookie.** \`POST /signup\` or \`POST /login\` with JSON, and keep the cookie \`session\`. It expires 30 days after its last use, or with \`GET /logout\`. A password has at least ${PASSWORD_MIN} characters.
- **A personal access token.** Create one with \`POST /tokens\` while signed in, and send it as \`Authorization: Bearer\`.

\`\`\`
curl -c jar -H 'content-type: application/json' \\
  -d '{"email":"robin@example.com","password":"correct horse"}' ${server.origin}/api/login
curl -b jar -H 'content-type: application/json' -d '{"name":"my bot"}' ${server.origin}/api/tokens
curl -H 'authorization: Bearer barkyard_…' ${server.origin}/api/auth/user
\`\`\`

If both are sent, the token is used. An unknown or revoked token answers 401, even with a valid cookie.

## Tokens

A token can do what its owner can. It has admin rights only if they were requested at its creation, and only while its owner is an admin. It cannot create tokens, impersonate, decide reports, subscribe a browser to pushes, change the password or the e-mail, see or end sessions, export or delete the account: such calls list only \`cookie\`, and answer 403 \`token\`. It is shown once. \`DELETE /tokens/{id}\` revokes it at once and closes its sockets. A user can have at most ${TOKENS_PER_USER}.

## Sending and reading

Bodies are JSON (\`application/json\`, at most ${BODY_MAX_BYTES / 1024} KiB), photos multipart (at most ${PHOTO_MAX_BYTES / 1024 / 1024} MB). Unknown fields are ignored. Times are ISO 8601 in UTC, distances are whole kilometres, and ids are opaque strings: compare them, never parse them. Lists in an address are comma-joined or repeated: \`sizes=small,medium\` or \`sizes=small&sizes=medium\`.

Most calls act as your active dog. From a new account to a chat:

1. \`POST /dogs\` creates a dog, \`POST /active-dog\` chooses it.
2. \`PATCH /user/location\` sets your location, \`GET /sniff\` finds dogs nearby.
3. \`POST /bark\` greets one and answers the \`matchId\`.
4. \`POST /messages/{matchId}\` sends a message, \`POST /playdates\` proposes a playdate.

## Paging

Long lists take \`limit\` and \`cursor\`. If there are more items, the header \`X-Next-Cursor\` contains the next cursor, and \`Link: <…>; rel="next"\` the address of the next page, relative to the current one. On the last page both are absent. Some lists have their total in \`X-Total-Count\`. If the cursor's item was deleted, the answer is 400 \`unknown-cursor\`: start again. Messages are paged by \`before\` and \`after\`, which are ids of messages.

## Limits

| limit | calls | counts |
| --- | --- | --- |
${limits}

Answers contain the remaining calls: \`RateLimit-Policy: "calls";q=1200;w=60\` (\`q\` calls in \`w\` seconds) and \`RateLimit: "calls";r=1187;t=42\` (\`r\` calls left, reset in \`t\` seconds). A call that counts for several limits lists each. Beyond a limit the answer is 429 with \`Retry-After\` in seconds. Messages, over REST and the socket together: ${MESSAGES_RATE.burst} at once and ${MESSAGES_RATE.perSecond} a second.

## Errors by reason

Every failed call answers an \`Error\`:

\`\`\`
{
  "message": "toDogId must be there",
  "code": "BAD_REQUEST",
  "reason": "invalid-input",
  "issues": [{ "path": ["toDogId"], "message": "Must be there" }]
}
\`\`\`

Use \`reason\` in programs: it is a stable word for the cause. \`code\` is the status in words. \`message\` is for people and may change. With status 400, \`issues\` names each invalid field by its \`path\`. Each call lists its reasons. New ones may be added, so handle an unknown one by its status:

| status | means | what to do |
| --- | --- | --- |
| 400, 413, 415 | the input is invalid | correct it before you send it again |
| 401 | nobody is signed in, or the token is invalid | sign in; see \`WWW-Authenticate\` |
| 403 | you are not allowed to do this | |
| 404 | it does not exist, or is hidden from you | |
| 405 | the address has other methods | see the header \`Allow\`, which \`OPTIONS\` answers too (204) |
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

Both take the cookie or the token. [asyncapi.json](/api/asyncapi.json) describes them frame by frame. Events are not stored: after a lost connection, reconnect and read what you missed. An event stream that is requested with \`Last-Event-ID\` helps: it sends one \`refresh\` if events were, or may have been, missed.

## Retrying safely

- Reads and deletions can be repeated. A repeated deletion answers 404.
- \`POST /dogs\`, \`POST /messages/{matchId}\` and messages over the socket take a \`clientId\` that you choose. The same one is stored only once, so send again until you get an answer. Barking again within a day adds nothing. Before you repeat a proposal, look for it in \`GET /matches/{matchId}/playdates\`.
- After 429 and 503 wait for \`Retry-After\` seconds. After 500 and broken connections wait longer each time.
- Writes to a playdate take the \`revision\` that you have read: 409 \`stale-revision\` means that it has changed since.

## How the API changes

Calls, fields of answers, optional parameters, reasons and event types may be added at any time: ignore unknown ones. Within version 1 nothing is renamed, removed or changed in meaning. Anything to be removed is first marked \`deprecated\` in the document for a year.`
