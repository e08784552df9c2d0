/* `pnpm test:faults soak [MINUTES]`: a steady load of everything for 20 minutes; prints the memory every minute, and fails if it grows. */
import { until } from '@barkyard/postgres/testing/until'
import { createDog, ownerWithDog, photo } from '../client.ts'
import { openChat } from '../socket.ts'
import { startInstallation } from './installation.ts'
import { Load } from './load.ts'
import { metricOf } from './processes.ts'

const minutes = Number(process.argv[2] ?? 20)
const TALK_EVERY_MS = 150
const VISIT_EVERY_MS = 250
/**
 * Resident memory of the last quarter against the second one (the first warms up), by the medians of their samples: a
 * process' memory swings by some megabytes from one collection to the next, a leak goes on and on.
 */
const GROWTH_MAX = 1.1
const SAMPLE_MS = 10_000

const installation = await startInstallation()
const { url, metricsPorts } = installation
const picture = await photo(800, 600)
const tally = { visits: 0, failed: 0 }

/** A new user does a bit of everything, including invalid calls, and deletes the account. */
async function visit(): Promise<void> {
  const { owner, dog } = await ownerWithDog(url)
  const chat = await openChat(owner)
  const { body: uploaded } = await owner.upload(dog.id, picture)
  const other = await createDog(owner, { name: 'Nora' })
  const answers = [
    await owner.get('/api/auth/user'),
    await owner.get('/api/sniff?distance=25'),
    await owner.get('/api/trpc/sniff.search?input=%7B%22distance%22%3A25%7D'),
    await owner.get('/api/matches'),
    await owner.get('/api/playdates'),
    await owner.get('/api/dogs/none'),
    await owner.post('/api/dogs', { name: '' }),
    await owner.upload(other.id, Buffer.from('no photo')),
    await owner.delete(`/api/photos/${uploaded.id}`),
    await owner.delete(`/api/dogs/${dog.id}`),
  ]
  const expected = [200, 200, 200, 200, 200, 404, 400, 415, 200, 200]
  for (const [index, { status }] of answers.entries()) if (status !== expected[index]) tally.failed++
  chat.socket.close()
  await owner.get('/api/logout')
  tally.visits++
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const mb = (value: number) => `${value.toFixed(0)} MB`

const load = new Load(url)
await load.start(TALK_EVERY_MS)
const began = performance.now()
const end = began + minutes * 60_000
const samples = metricsPorts.map((): number[] => [])
const under = new Set<Promise<void>>()
const visits = setInterval(() => {
  // If the machine is too slow, fewer users come.
  if (under.size >= 4) return
  const one: Promise<void> = visit()
    .catch(error => {
      tally.failed++
      console.error(error instanceof Error ? error.message : error)
    })
    .finally(() => under.delete(one))
  under.add(one)
}, VISIT_EVERY_MS)
for (let taken = 1; performance.now() < end; taken++) {
  await new Promise(resolve => setTimeout(resolve, SAMPLE_MS))
  for (const [index, port] of metricsPorts.entries())
    samples[index]?.push((await metricOf(port, 'barkyard_memory_bytes')) / 2 ** 20)
  if (taken % (60_000 / SAMPLE_MS) === 0)
    console.log(
      `minute ${taken / (60_000 / SAMPLE_MS)}: ${samples.map(list => mb(list.at(-1) ?? 0)).join(', ')}; ${load.counts.confirmed} messages, ${tally.visits} visits`,
    )
}
clearInterval(visits)
await until(() => under.size, 0)
const { sent } = load.counts
const outcome = await load.finish()

let failed = outcome.lost.length + outcome.doubled + tally.failed > 0
for (const [index, list] of samples.entries()) {
  const quarter = Math.floor(list.length / 4)
  const [before, after] = [median(list.slice(quarter, 2 * quarter)), median(list.slice(-quarter))]
  if (!(after / before <= GROWTH_MAX)) failed = true
  console.log(
    `process ${index + 1}: ${mb(before)} after warming up, ${mb(after)} at the end (× ${(after / before).toFixed(2)}, at most ${GROWTH_MAX})`,
  )
}
console.log(
  `${minutes} minutes: ${sent} messages sent, lost ${outcome.lost.length}, doubled ${outcome.doubled}; ${tally.visits} visits, ${tally.failed} calls answered wrongly; uploads beside ${outcome.uploads}, barks ${outcome.barks}`,
)
await installation.stop()
process.exit(failed ? 1 : 0)
