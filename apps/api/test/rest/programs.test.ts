import { once } from 'node:events'
import { mkdtemp, readdir, readFile, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Message } from '@barkyard/domain/schemas/message'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { freePort } from '@barkyard/postgres/testing/free-port'
import { until } from '@barkyard/postgres/testing/until'
import { expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { playdateOf } from '../calls.ts'
import { createDog, ownerWithDog, type Person } from '../client.ts'
import { makeToken } from '../tokens.ts'
import { runExample, start, testWith } from './example-runs.ts'

const port = await freePort()
const hook = `127.0.0.1:${port}`
// With limits, as a script meets them.
const app = testApp({ RATE_LIMIT: '1', WEBHOOK_HOSTS: hook })

/** An owner of two dogs, each in a match: the second is not the active one. */
async function ownerOfTwo() {
  const { owner, dog: ada } = await ownerWithDog(app.url, { name: 'Ada' })
  const bo = await createDog(owner, { name: 'Bo' })
  const friend = await ownerWithDog(app.url, { name: 'Rex' })
  const matchIds: string[] = []
  for (const { id } of [ada, bo])
    matchIds.push((await friend.owner.post<{ matchId: string }>('/api/bark', { toDogId: id })).body.matchId)
  const { token } = await makeToken(owner)
  const env = { BARKYARD_URL: app.url, BARKYARD_TOKEN: token }
  return { owner, friend: friend.owner, dogs: [ada.id, bo.id] as const, matchIds, env }
}

async function accepted(owner: Person, friend: Person, matchId: string, dogId: string): Promise<string> {
  const { body } = await friend.post<Playdate>('/api/playdates', playdateOf(matchId))
  await owner.send('PATCH', `/api/playdates/${body.id}`, { status: 'accepted' }, { 'x-dog': dogId })
  return body.id
}

test('sync-calendar.ts keeps the agreed playdates of both dogs, and drops what was cancelled', async () => {
  const { owner, friend, dogs, matchIds, env } = await ownerOfTwo()
  const ids: string[] = []
  for (const [index, matchId] of matchIds.entries()) ids.push(await accepted(owner, friend, matchId, dogs[index] ?? ''))
  const target = await mkdtemp(join(tmpdir(), 'barkyard-calendar-'))
  const command = [process.execPath, '--import', 'tsx', 'sync-calendar.ts', target]
  const sync = async () => (await runExample(command, env)).stdout
  const files = async () => (await readdir(target)).filter(name => name.endsWith('.ics')).sort()
  expect(await sync()).toBe('2 written, 0 removed\n')
  expect(await files()).toEqual(ids.map(id => `${id}.ics`).sort())
  expect(await readFile(join(target, `${ids[1]}.ics`), 'utf8')).toContain('Dolores Park')
  await friend.post(`/api/playdates/${ids[1]}/cancel`, { reason: 'weather' })
  expect(await sync()).toContain('1 removed')
  expect(await files()).toEqual([`${ids[0]}.ics`])
})

testWith('python3')(
  'export-chats.py writes every message of both dogs once, and resumes where it was cut off',
  async () => {
    const { friend, dogs, matchIds, env } = await ownerOfTwo()
    const send = async (matchId: string | undefined, count: number) => {
      for (let one = 0; one < count; one++) await friend.post(`/api/messages/${matchId}`, { body: `woof ${one}` })
    }
    await send(matchIds[0], 3)
    const file = join(await mkdtemp(join(tmpdir(), 'barkyard-chats-')), 'chats.jsonl')
    const save = async () => (await runExample(['python3', 'export-chats.py', file], env)).stdout
    const lines = async () =>
      (await readFile(file, 'utf8'))
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as Message & { dogId: string })
    expect(await save()).toBe('5 new messages\n')
    // It was killed in the middle of its last line.
    const text = await readFile(file)
    await truncate(file, text.length - 10)
    await send(matchIds[1], 2)
    expect(await save()).toBe('3 new messages\n')
    const all = await lines()
    for (const [index, count] of [4, 3].entries()) {
      const its = all.filter(({ matchId }) => matchId === matchIds[index])
      expect(its.map(({ seq, dogId }) => [seq, dogId])).toEqual(
        Array.from({ length: count }, (_, at) => [at + 1, dogs[index]]),
      )
    }
    expect(await save()).toBe('0 new messages\n')
  },
)

test('dashboard.ts shows both dogs, and shows them again when something happens', async () => {
  const { friend, matchIds, env } = await ownerOfTwo()
  const { output } = start('dashboard.ts', env)
  await until(output, value => value.includes('Ada: 1 unread, 0 playdates\nBo: 1 unread, 0 playdates'))
  await friend.post(`/api/messages/${matchIds[1]}`, { body: 'woof' })
  await until(output, value => value.includes('Bo: 2 unread, 0 playdates'))
  await friend.post('/api/playdates', playdateOf(matchIds[1] ?? ''))
  await until(output, value => value.includes('Bo: 2 unread, 1 playdates'))
})

test('receive-webhooks.ts prints the events of both dogs, believes nobody else, and tidies up', async () => {
  const { owner, friend, dogs, matchIds, env } = await ownerOfTwo()
  const url = `http://${hook}/barkyard`
  const { output, program } = start('receive-webhooks.ts', { ...env, WEBHOOK_URL: url, PORT: String(port) })
  await until(output, value => value.includes('Listening for'))
  for (const matchId of matchIds) await friend.post(`/api/messages/${matchId}`, { body: `to ${matchId}` })
  for (const [index, matchId] of matchIds.entries())
    await until(output, text => new RegExp(`^message .*to ${matchId}.*"dogId":"${dogs[index]}"`, 'm').test(text))
  const forged = await fetch(url, { method: 'POST', body: '{"type":"message","data":{}}' })
  expect(forged.status).toBe(401)
  program.kill('SIGTERM')
  await once(program, 'exit')
  expect((await owner.get('/api/webhooks')).body).toEqual([])
})
