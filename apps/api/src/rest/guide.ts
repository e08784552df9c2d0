import { PHOTO_MAX_BYTES } from '@barkyard/domain/photo'
import { TOKENS_PER_USER } from '@barkyard/domain/token'
import { PASSWORD_MIN } from '@barkyard/domain/user'
import { LIMITS, type Rule } from '../access/limits.ts'
import { MESSAGES_RATE } from '../access/socket-limits.ts'
import { BODY_MAX_BYTES } from '../http/json.ts'

const MINUTE = 60
const WORDS: Record<Rule, string> = {
  calls: 'calls of a user, or of an address where nobody is signed in',
  signInOfEmail: 'failed sign-ins for one e-mail from one address',
  signInOfAddress: 'failed sign-ins from one address',
  signUp: 'sign-ups from one address',
  location: 'changes of the location',
  bark: 'barks',
  proposal: 'proposals and counter-proposals of playdates',
  signal: 'late and here',
  upload: 'photo uploads',
  forgotOfEmail: 'links that set a new password, for one e-mail',
  forgotOfAddress: 'links that set a new password, from one address',
  verification: 'links that confirm an e-mail',
  accountExport: 'exports of the account',
  pushEndpoint: 'subscriptions of browsers to pushes',
  pushTest: 'pushes sent to try them',
  report: 'reports',
}
const span = (seconds: number) =>
  seconds === MINUTE ? 'a minute' : seconds === 60 * MINUTE ? 'an hour' : `${seconds / 3600} hours`
const limits = Object.entries(LIMITS)
  .map(([rule, { points, duration }]) => `| \`${rule}\` | ${points} in ${span(duration)} | ${WORDS[rule as Rule]} |`)
  .join('\n')

/** The guides that stand before the calls, in Markdown. @param server where scripts reach the server. */
export const guide = (
  server: URL,
) => `Everything that the web app does, for scripts. The folder \`apps/api/examples\` of the repository has small programs to start from: \`bot.ts\` answers barks with a proposal to play, \`matches.py\` writes your matches as CSV, \`report.sh\` counts for admins with curl.

## Signing in

Two ways:

- **A cookie.** \`POST /signup\` or \`POST /login\` with JSON, and keep the cookie \`session\`. It ends 30 days after its last use, or with \`GET /logout\`. A password has at least ${PASSWORD_MIN} characters.
- **A personal access token.** Make one with \`POST /tokens\` while signed in, and send it as \`Authorization: Bearer\`.

\`\`\`
curl -c jar -H 'content-type: application/json' \\
  -d '{"email":"robin@example.com","password":"correct horse"}' ${server.origin}/api/login
curl -b jar -H 'content-type: application/json' -d '{"name":"my bot"}' ${server.origin}/api/tokens
curl -H 'authorization: Bearer barkyard_…' ${server.origin}/api/auth/user
\`\`\`

If both are sent, the token counts: one that is unknown or revoked is answered with 401, whatever the cookie says.

## Tokens

A token may do what its owner may. It has admin rights only if they were asked for when it was made, and only while its owner is an admin. It cannot make tokens, impersonate, decide reports, subscribe a browser to pushes, change the password or the e-mail, see or end sessions, export or delete the account: such calls list \`cookie\` alone, and answer 403 \`token\`. It is shown once. \`DELETE /tokens/{id}\` revokes it at once, and closes what it opened. At most ${TOKENS_PER_USER} a user.

## Sending and reading

Bodies are JSON (\`application/json\`, at most ${BODY_MAX_BYTES / 1024} KiB), photos multipart (at most ${PHOTO_MAX_BYTES / 1024 / 1024} MB). Unknown fields are ignored. Times are ISO 8601 in UTC, distances whole kilometres, ids opaque strings: compare them, never parse them. Lists in an address are comma-joined or repeated: \`sizes=small,medium\` or \`sizes=small&sizes=medium\`.

Most calls are made and answered as your active dog. From nothing to a chat:

1. \`POST /dogs\` makes a dog, \`POST /active-dog\` chooses it.
2. \`PATCH /user/location\` says where you live, \`GET /sniff\` finds dogs nearby.
3. \`POST /bark\` greets one and answers the \`matchId\`.
4. \`POST /messages/{matchId}\` writes, \`POST /playdates\` proposes to meet.

## Paging

Lists that can be long take \`limit\` and \`cursor\`. While more follow, the header \`X-Next-Cursor\` holds the next cursor, and \`Link: <…>; rel="next"\` the address of the next page, relative to the one you called. On the last page both are absent. Some lists say how many there are in all, in \`X-Total-Count\`. A cursor whose item is gone is 400 \`unknown-cursor\`: start again. Messages are paged by \`before\` and \`after\`, which are ids of messages.

## Limits

| limit | calls | of what |
| --- | --- | --- |
${limits}

Answers say what is left: \`RateLimit-Policy: "calls";q=1200;w=60\` (\`q\` calls in \`w\` seconds) and \`RateLimit: "calls";r=1187;t=42\` (\`r\` left, all again in \`t\` seconds). A call that counts for several limits names each. Beyond a limit: 429 with \`Retry-After\` in seconds. Messages, over REST and the socket together: ${MESSAGES_RATE.burst} at once and ${MESSAGES_RATE.perSecond} a second.

## Errors by reason

Every refusal is an \`Error\`:

\`\`\`
{
  "message": "toDogId must be there",
  "code": "BAD_REQUEST",
  "reason": "invalid-input",
  "issues": [{ "path": ["toDogId"], "message": "Must be there" }]
}
\`\`\`

Go by \`reason\`, a stable word for the cause. \`code\` is the status in words, \`message\` is for people and may change. With status 400 \`issues\` names each invalid field by its \`path\`. Each call lists its reasons; new ones may be added, so treat an unknown one by its status:

| status | means | what to do |
| --- | --- | --- |
| 400, 413, 415 | the input is wrong | mend it: sent again it fails again |
| 401 | nobody is signed in, or the token is unknown | sign in; \`WWW-Authenticate\` says how |
| 403 | you may not | |
| 404 | it does not exist, or not for you | |
| 405 | the address takes other methods | see the header \`Allow\`; \`OPTIONS\` answers it too, with 204 |
| 409 | the state forbids it | read again, then decide |
| 429, 503 | too much, or something is away | wait for \`Retry-After\` seconds |
| 500 | a fault of ours | try again later; quote \`X-Request-Id\` when you report it |

Input is judged before state: 400 comes before 409.

## Events and the socket

\`GET /events\` is an event stream (server-sent events): messages, playdates and whatever else happens to your dogs.

\`\`\`
curl -N -H 'authorization: Bearer barkyard_…' ${server.origin}/api/events

id: 1f9c3b5f2e7d1a4b68-2
event: message
data: {"type":"message","message":{"id":"…","matchId":"…","senderDogId":"…","body":"Woof! 🐕","createdAt":"…","seq":1}}
\`\`\`

\`/ws\` is the chat's WebSocket. Send \`{"type":"auth","userId"}\` with the \`id\` of \`GET /auth/user\`, then \`{"type":"message","matchId","senderDogId","body","clientId"}\`. Messages come as \`{"type":"message","message"}\`, refusals as \`{"type":"error","message"}\`.

Both take the cookie or the token. [asyncapi.json](/api/asyncapi.json) describes them frame by frame. Neither keeps events: after a loss come back, and read what you missed. An event stream that is asked for with \`Last-Event-ID\` says so itself: one \`refresh\` tells that something was, or may have been, missed.

## Retrying safely

- Reads can be repeated, and so can deletions: the second one answers 404.
- \`POST /dogs\`, \`POST /messages/{matchId}\` and messages over the socket take a \`clientId\` of your own: the same one is stored once, so send it again until it is confirmed. Barking again within a day adds nothing. Before you send a proposal again, look for it in \`GET /matches/{matchId}/playdates\`.
- On 429 and 503 wait for \`Retry-After\` seconds. On 500 and on broken connections wait longer each time.
- Writes to a playdate take the \`revision\` that you have read: 409 \`stale-revision\` says that somebody was faster.

## How the API changes

Calls, fields of answers, optional parameters, reasons and types of events are added without notice: ignore what you do not know. Nothing is renamed, removed or given another meaning within version 1. What goes is marked \`deprecated\` in the document for a year before.`
