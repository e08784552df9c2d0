/** What the document says before its calls. */
export const DESCRIPTION = `Everything the web app does, for scripts.

**Signing in.** \`POST /login\` with JSON and keep the cookie \`session\`, or make a personal access token (\`POST /tokens\`) and send it as \`Authorization: Bearer\`. A token may do what its owner may, admin rights only if asked for when it was made; it cannot make tokens or impersonate. Where both are sent the token counts: one that is no good answers 401.

**Writes** take JSON alone (\`application/json\`), photos multipart. Unknown fields are ignored.

**Values.** Times are ISO 8601 in UTC, distances whole kilometres, ids opaque strings.

**Pages.** Lists that can be long take \`limit\` and \`cursor\`; the header \`X-Next-Cursor\` is there while more follow, and holds the next cursor.

**Limits.** 1,200 calls a minute a user, and tighter ones for signing in, barks, proposals, uploads and locations: 429 with \`Retry-After\`.

**The socket** is at \`/ws\` on the same host, with the cookie or the token: send \`{"type":"auth","userId"}\`, then \`{"type":"message","matchId","senderDogId","body","clientId"}\`; messages come as \`{"type":"message","message"}\`, refusals as \`{"type":"error","message"}\`.`
