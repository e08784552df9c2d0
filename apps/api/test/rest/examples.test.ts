import type { Message } from '@barkyard/domain/schemas/message'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { describe, expect, onTestFinished } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { createDog, ownerWithDog, PASSWORD, type Person, signUp } from '../client.ts'
import { makeToken } from '../tokens.ts'
import { limitedLine, runExample, testWith } from './example-runs.ts'

const app = testApp()

/** Each in a remote place without other dogs. */
const WALKS = [
  { program: 'curl', command: ['sh', 'walk.sh'], chats: false, lat: 10 },
  { program: process.execPath, command: [process.execPath, '--import', 'tsx', 'walk.ts'], chats: true, lat: 15 },
  { program: 'python3', command: ['python3', 'walk.py'], chats: true, lat: 20 },
]

describe.each(WALKS)('$command', ({ program, command, chats, lat }) => {
  const walk = (person: Person, password = PASSWORD) =>
    runExample(command, { BARKYARD_URL: app.url, BARKYARD_EMAIL: person.user.email, BARKYARD_PASSWORD: password })

  testWith(program)('signs in, sniffs, barks, proposes a playdate, uses a token and revokes it', async () => {
    const near = await ownerWithDog(app.url, { name: 'Nearby' }, { lat, lng: 20 })
    const { owner, dog } = await ownerWithDog(app.url, {}, { lat, lng: 20 })
    const { stdout } = await walk(owner)
    expect(stdout).toMatch(/Signed in.*Barked.*Proposed.*Revoked/s)
    expect(stdout.includes('over the socket')).toBe(chats)
    const [playdate] = (await near.owner.get<Playdate[]>('/api/playdates')).body
    expect(playdate).toMatchObject({ parkName: 'Dolores Park', proposerDogId: dog.id, notes: 'Fetch' })
    const { body } = await near.owner.get<Message[]>(`/api/messages/${playdate?.matchId}`)
    expect(body.map(message => message.body)).toEqual(['Woof! 🐕', ...(chats ? ['woof! from a script'] : [])])
    expect((await owner.get('/api/tokens')).body).toEqual([])
  })

  testWith(program)('ends with a fault where the password is wrong, or no dog is near', async () => {
    const { owner } = await ownerWithDog(app.url, {}, { lat: -lat, lng: -100 })
    await expect(walk(owner, 'not this one')).rejects.toMatchObject({ code: expect.any(Number) })
    await expect(walk(owner)).rejects.toMatchObject({ stderr: expect.stringContaining('No dog is near') })
  })
})

/** Runs an example with a token, over a line on which a limit is used up: it has to wait, and to go on. */
async function runLimited(command: string[], person: Person, fields: { isAdmin?: boolean } = {}): Promise<string> {
  const { token } = await makeToken(person, fields)
  const line = await limitedLine(app.url, 'GET ')
  onTestFinished(line.stop)
  const { stdout } = await runExample(command, { BARKYARD_URL: line.url, BARKYARD_TOKEN: token })
  expect(line.refused()).toBe(1)
  return stdout
}

testWith('python3')('matches.py writes every match as CSV, page after page', async () => {
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
  const stdout = await runLimited(['python3', 'matches.py'], owner)
  const [head, newest, ...older] = stdout.trim().split('\r\n')
  expect([head, older.length]).toEqual(['own dog,dog,breed,unread,last message,at', 21])
  expect(newest).toMatch(/^Biscuit,"Rex, ""20""",Corgi,0,Woof! 🐕,\d{4}-/)
  expect(older.at(-1)).toMatch(/^Quiet,Loud,Corgi,1,Woof! 🐕,\d{4}-/)
})

testWith('curl')('report.sh prints statistics for admins, and an error for others', async () => {
  const command = ['sh', 'report.sh']
  const stdout = await runLimited(command, await newAdmin(app), { isAdmin: true })
  expect(stdout).toMatch(/^Users: \d+\nDogs: \d+\nDogs that nobody owns: 0\nActions of admins lately:/)
  const { token } = await makeToken(await signUp(app.url))
  const refused = runExample(command, { BARKYARD_URL: app.url, BARKYARD_TOKEN: token })
  await expect(refused).rejects.toMatchObject({ stderr: expect.stringContaining('not-admin') })
})
