import { PASSWORD_MIN } from '@barkyard/domain/user'
import { LIMITS, type Rule } from '../access/limits.ts'

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

/** The guides that stand before the calls, in Markdown. */
export const DESCRIPTION = `Everything that the web app does, for scripts. Small programs to start from lie in \`apps/api/examples\` of the repository: \`bot.ts\` answers barks with a proposal to play, \`matches.py\` writes your matches as CSV, \`report.sh\` counts for admins with curl.

## Signing in

Two ways:

- **A cookie.** \`POST /signup\` or \`POST /login\` with JSON, and keep the cookie \`session\` (\`curl -c\`). It ends 30 days after its last use, or with \`GET /logout\`. A password has at least ${PASSWORD_MIN} characters.
- **A personal access token.** Make one with \`POST /tokens\` while signed in, and send it as \`Authorization: Bearer\`.

Where both are sent the token counts: one that is no good answers 401.

## Tokens

A token may do what its owner may. It has admin rights only if they were asked for when it was made, and only while its owner is an admin. It cannot make tokens, impersonate, change the password or the e-mail, see sessions, export or delete the account: such calls list \`cookie\` alone. It is shown once. \`DELETE /tokens/{id}\` revokes it at once, and closes what it opened.

## Sending and reading

Bodies are JSON (\`application/json\`), photos multipart. Unknown fields are ignored. Times are ISO 8601 in UTC, distances whole kilometres, ids opaque strings: compare them, never parse them. Most calls are answered as your active dog: choose one with \`POST /active-dog\` first.

## Paging

Lists that can be long take \`limit\` and \`cursor\`. While more follow, the header \`X-Next-Cursor\` holds the next cursor, and \`Link: <…>; rel="next"\` the address of the next page, relative to the one you called. A cursor whose item is gone is 400 \`unknown-cursor\`: start again. Messages are paged by \`before\` and \`after\`, which are ids of messages.

## Limits

| limit | calls | of what |
| --- | --- | --- |
${limits}

Answers say what is left: \`RateLimit-Policy: "calls";q=1200;w=60\` (\`q\` calls in \`w\` seconds) and \`RateLimit: "calls";r=1187;t=42\` (\`r\` left, all again in \`t\` seconds). Beyond it: 429 with \`Retry-After\` in seconds.

## Errors by reason

Every refusal is \`{message, code, reason}\`. \`code\` is the status in words. \`reason\` is a stable word for the cause, \`not-your-dog\` or \`dogs-full\`: go by it. \`message\` is for people and may change. With status 400 \`issues\` names each invalid field by its \`path\`. Input is judged before state. Each call lists its reasons; new ones may be added, so treat an unknown reason by its status.

## Events and the socket

- \`GET /events\` is an event stream (server-sent events): messages, playdates and whatever else happens to your dogs.
- \`/ws\` is the chat's WebSocket. Send \`{"type":"auth","userId"}\`, then \`{"type":"message","matchId","senderDogId","body","clientId"}\`. Messages come as \`{"type":"message","message"}\`, refusals as \`{"type":"error","message"}\`.

Both take the cookie or the token. [asyncapi.json](/api/asyncapi.json) describes them frame by frame. Neither keeps events: after a loss come back, and read what you missed. An event stream that is asked for with \`Last-Event-ID\` says so itself: it tells one \`refresh\` where something was, or may have been, missed.

## Retrying safely

- Reads, and deletions that answer 404 the second time, can be repeated.
- \`POST /dogs\`, \`POST /messages/{matchId}\` and messages over the socket take a \`clientId\` of your own: the same one is stored once, so send it again until it is confirmed. Barking again within a day adds nothing.
- On 429 and 503 wait for \`Retry-After\` seconds. On 500 and on broken connections wait longer each time.
- \`X-Request-Id\` names a request in the server's log: quote it when you report a fault.

## How the API changes

Calls, fields of answers, optional parameters, reasons and types of events are added without notice: ignore what you do not know. Nothing is renamed, removed or given another meaning within version 1. What goes is marked \`deprecated\` in the document for a year before.`
