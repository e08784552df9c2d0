import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Message } from '@barkyard/domain/schemas/message'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { until } from '@barkyard/postgres/testing/until'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { testApp } from '../app.ts'
import { createDog, ownerWithDog, twoMatched } from '../client.ts'
import { makeToken } from '../tokens.ts'
import { limitedLine, run, start } from './example-runs.ts'

// With limits, as a script meets them.
const app = testApp({ RATE_LIMIT: '1' })
const clients = join(import.meta.dirname, '../../../clients')

interface Script {
  play(server: string, person: { email: string; place: { lat: number; lng: number } }): Promise<string[]>
}

beforeAll(async () => {
  await run(process.execPath, ['generate.mjs'], { cwd: clients })
})

test('clients generated from the document pass tsc --strict, and so do scripts that use them without a cast', async () => {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const { stdout } = await run(process.execPath, [tsc, '--project', clients])
  expect(stdout).toBe('')
})

test.each(['openapi-fetch', 'hey-api', 'orval'])('%s plays from the sign-up to a chat', async name => {
  // A remote place without other dogs.
  const place = { lat: 10 + 5 * name.length, lng: -30 }
  await ownerWithDog(app.url, { name: 'Nearby' }, place)
  const { play } = (await import(join(clients, `play-${name}.ts`))) as Script
  const bodies = await play(`${app.url}/api`, { email: `${name}@example.test`, place })
  expect(bodies).toEqual(['Woof! 🐕', 'woof, typed'])
})

test('the example bot answers barks, after a limit too, and those that it missed while disconnected', async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  const third = await ownerWithDog(app.url, { name: 'Cleo' })
  const other = await createDog(second.owner, { name: 'Dot' })
  const { token } = await makeToken(second.owner)
  const line = await limitedLine(app.url, 'POST /api/playdates ')
  onTestFinished(line.stop)
  const { output } = start('dist/bot.ts', { BARKYARD_URL: line.url, BARKYARD_TOKEN: token }, clients)
  const says = (text: string, times = 1) => until(() => output().split(text).length - 1, times)
  await says('Proposed to play with Ada')
  line.cut()
  await third.owner.post('/api/bark', { toDogId: second.dog.id })
  line.mend()
  await says('Proposed to play with Cleo')
  // It waited as long as the refusal asked for.
  expect(line.refused()).toBe(1)
  const [playdate, ...others] = (await first.owner.get<Playdate[]>('/api/playdates')).body
  expect([playdate?.proposerDogId, playdate?.status, others]).toEqual([second.dog.id, 'proposed', []])
  const { body: chat } = await first.owner.get<Message[]>(`/api/messages/${matchId}`)
  expect(chat.map(({ body }) => body)).toEqual(['Woof! 🐕', 'Woof! Dolores Park tomorrow?'])
  // A bark at another dog of its owner's, which is not the active one.
  await first.owner.post('/api/bark', { toDogId: other.id })
  await says('Proposed to play with Ada', 2)
  const { body: plans } = await first.owner.get<Playdate[]>('/api/playdates')
  expect(plans.map(({ proposerDogId }) => proposerDogId).sort()).toEqual([second.dog.id, other.id].sort())
})
