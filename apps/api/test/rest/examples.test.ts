import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Message } from '@barkyard/domain/schemas/message'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { describe, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { createDog, ownerWithDog, PASSWORD, type Person, signUp } from '../client.ts'

const app = testApp()
const folder = join(import.meta.dirname, '../../examples')
const run = promisify(execFile)

const EXAMPLES = [
  { name: 'curl', program: 'curl', command: ['sh', 'walk.sh'], chats: false },
  {
    name: 'TypeScript',
    program: process.execPath,
    command: [process.execPath, '--import', 'tsx', 'walk.ts'],
    chats: true,
  },
  { name: 'Python', program: 'python3', command: ['python3', 'walk.py'], chats: true },
]

/** Runs an example against the app as a user. */
function walk([program = '', ...options]: string[], person: Person, password = PASSWORD) {
  const env = { ...process.env, BARKYARD_URL: app.url, BARKYARD_EMAIL: person.user.email, BARKYARD_PASSWORD: password }
  return run(program, options, { cwd: folder, env })
}

describe.each(EXAMPLES)('$name', ({ name, program, command, chats }) => {
  const index = EXAMPLES.findIndex(example => example.name === name)
  const isThere = spawnSync(program, ['--version']).status === 0
  if (!isThere) console.log(`SKIPPED: the example for ${name}. Install ${program}.`)
  // With CI set, what is missing is a failure.
  const runs = test.skipIf(!isThere && !process.env.CI)

  runs('signs in, sniffs, barks, proposes a playdate, uses a token and revokes it', async () => {
    // A remote place without other dogs.
    const place = { lat: 10 + 5 * index, lng: 20 }
    const near = await ownerWithDog(app.url, { name: 'Nearby' }, place)
    const { owner, dog } = await ownerWithDog(app.url, {}, place)
    const { stdout } = await walk(command, owner)
    expect(stdout).toMatch(/Signed in.*Barked.*Proposed.*Revoked/s)
    expect(stdout.includes('over the socket')).toBe(chats)
    const [playdate] = (await near.owner.get<Playdate[]>('/api/playdates')).body
    expect(playdate).toMatchObject({ parkName: 'Dolores Park', proposerDogId: dog.id, notes: 'Fetch' })
    const { body } = await near.owner.get<Message[]>(`/api/messages/${playdate?.matchId}`)
    expect(body.map(message => message.body)).toEqual(['Woof! 🐕', ...(chats ? ['woof! from a script'] : [])])
    expect((await owner.get('/api/tokens')).body).toEqual([])
  })

  runs('ends with a fault where the password is wrong, or no dog is near', async () => {
    const { owner } = await ownerWithDog(app.url, {}, { lat: -50 + 5 * index, lng: -100 })
    await expect(walk(command, owner, 'not this one')).rejects.toMatchObject({ code: expect.any(Number) })
    await expect(walk(command, owner)).rejects.toMatchObject({ stderr: expect.stringContaining('No dog is near') })
  })
})

/** Runs an example with a personal access token of a user. */
async function withToken(
  [program = '', ...options]: string[],
  person: Person,
  { isAdmin = false, url = app.url } = {},
) {
  const { body } = await person.post<{ token: string }>('/api/tokens', { name: 'example', isAdmin })
  const env = { ...process.env, BARKYARD_URL: url, BARKYARD_TOKEN: body.token }
  return run(program, options, { cwd: folder, env })
}
const hasPython = spawnSync('python3', ['--version']).status === 0
const hasCurl = spawnSync('curl', ['--version']).status === 0

test.skipIf(!hasPython && !process.env.CI)('matches.py writes every match as CSV, page after page', async () => {
  const [{ owner }, others] = [await ownerWithDog(app.url), await signUp(app.url)]
  // One more than fits on a page.
  for (let count = 0; count <= 20; count++) {
    const other = await createDog(others, { name: `Rex, "${count}"` })
    await owner.post('/api/bark', { toDogId: other.id })
  }
  // A dog that is not the active one.
  const quiet = await createDog(owner, { name: 'Quiet' })
  await others.post('/api/active-dog', { dogId: (await createDog(others, { name: 'Loud' })).id })
  await others.post('/api/bark', { toDogId: quiet.id })
  const { stdout } = await withToken(['python3', 'matches.py'], owner)
  const [head, newest, ...older] = stdout.trim().split('\r\n')
  expect([head, older.length]).toEqual(['own dog,dog,breed,unread,last message,at', 21])
  expect(newest).toMatch(/^Biscuit,"Rex, ""20""",Corgi,0,Woof! 🐕,\d{4}-/)
  expect(older.at(-1)).toMatch(/^Quiet,Loud,Corgi,1,Woof! 🐕,\d{4}-/)
})

test.skipIf(!hasCurl && !process.env.CI)(
  'report.sh prints statistics for admins, and an error for others',
  async () => {
    const admin = await newAdmin(app)
    const { stdout } = await withToken(['sh', 'report.sh'], admin, { isAdmin: true })
    expect(stdout).toMatch(/^Users: \d+\nDogs: \d+\nDogs that nobody owns: 0\nActions of admins lately:/)
    const refused = withToken(['sh', 'report.sh'], await signUp(app.url))
    await expect(refused).rejects.toMatchObject({ stderr: expect.stringContaining('not-admin') })
  },
)

/** A way to the app on which a limit is used up: calls are refused that come sooner than it asked the first to wait. */
async function narrowWay() {
  const statuses: number[] = []
  let first: number | undefined
  const way = createServer(async (request, response) => {
    const authorization = request.headers.authorization ?? ''
    // Read from a clock, not set by a timer: a busy process runs a timer of a second later than the client comes back.
    const now = performance.now()
    first ??= now
    const answer =
      now - first < 990
        ? Response.json({}, { status: 429, headers: { 'retry-after': '1' } })
        : await fetch(`${app.url}${request.url}`, { headers: { authorization } })
    statuses.push(answer.status)
    const retryAfter = answer.headers.get('retry-after')
    response.writeHead(answer.status, retryAfter === null ? {} : { 'retry-after': retryAfter })
    response.end(await answer.text())
  })
  way.listen(0, '127.0.0.1')
  await once(way, 'listening')
  return {
    url: `http://127.0.0.1:${(way.address() as AddressInfo).port}`,
    statuses,
    async close() {
      way.close()
      await once(way, 'close')
    },
  }
}

test.each([
  { command: ['python3', 'matches.py'], isThere: hasPython, says: /^own dog,dog/ },
  { command: ['sh', 'report.sh'], isThere: hasCurl, says: /Actions of admins lately/ },
])('$command.1 waits where a limit is used up, and goes on', async ({ command, isThere, says }) => {
  if (!isThere && !process.env.CI) return
  const admin = await newAdmin(app)
  await admin.post('/api/active-dog', { dogId: (await createDog(admin)).id })
  const way = await narrowWay()
  try {
    const { stdout } = await withToken(command, admin, { isAdmin: true, url: way.url })
    expect(stdout).toMatch(says)
    expect(way.statuses.slice(0, 2)).toEqual([429, 200])
  } finally {
    await way.close()
  }
})
