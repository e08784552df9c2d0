/* `pnpm test:faults stack`: builds and starts docker-compose.yml, plays the loop, upgrades one process after the other under chat. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Message } from '@barkyard/domain/schemas/message'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { ownerWithDog, photo, twoMatched } from '../client.ts'
import { openChat } from '../socket.ts'
import { ROOT } from './compose-file.ts'
import { Load } from './load.ts'
import { statusOf } from './processes.ts'

/** Not the project of an installation on this machine. */
const PROJECT = 'barkyard-test'
const url = 'http://localhost:18080'
const TALK_EVERY_MS = 400
const CALL_EVERY_MS = 100

const secret = () => randomBytes(24).toString('hex')
const env = {
  ...process.env,
  PORT: '18080',
  PUBLIC_URL: url,
  SESSION_SECRET: secret(),
  POSTGRES_PASSWORD: secret(),
}

async function compose(...words: string[]): Promise<void> {
  const child = spawn('docker', ['compose', '--project-name', PROJECT, ...words], { cwd: ROOT, env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`docker compose ${words.join(' ')} ended with ${code}`)
}

/** Calls the balancer until it is stopped. @returns how many calls failed, and the longest time without an answer. */
function callWithoutPause() {
  const outcome = { calls: 0, failed: 0, silentMs: 0 }
  let last = performance.now()
  const timer = setInterval(async () => {
    outcome.calls++
    if ((await statusOf(`${url}/api/health`)) !== 200) outcome.failed++
    else {
      outcome.silentMs = Math.max(outcome.silentMs, Math.round(performance.now() - last))
      last = performance.now()
    }
  }, CALL_EVERY_MS)
  return () => {
    clearInterval(timer)
    return outcome
  }
}

/** Two owners find each other, chat over sockets that may be at different processes, and plan a playdate. */
async function playLoop(): Promise<void> {
  const { first, second, matchId } = await twoMatched(url)
  assert.equal((await first.owner.get('/api/sniff')).status, 200)
  const chats = [await openChat(first.owner), await openChat(second.owner)]
  chats[1]?.send({ type: 'message', matchId, senderDogId: second.dog.id, body: 'woof!' })
  await Promise.all(chats.map(chat => chat.until(({ messages }) => messages.length === 1)))
  for (const { socket } of chats) socket.terminate()
  assert.equal((await first.owner.get<Message[]>(`/api/messages/${matchId}`)).body.length, 2)
  const whenTs = new Date(Date.now() + 86_400_000).toISOString()
  const { body } = await first.owner.post<Playdate>('/api/playdates', { matchId, whenTs, parkName: 'Dolores Park' })
  const accepted = await second.owner.patch<Playdate>(`/api/playdates/${body.id}`, { status: 'accepted' })
  assert.equal(accepted.body.status, 'accepted')
  const { owner, dog } = await ownerWithDog(url)
  const uploaded = await owner.upload(dog.id, await photo(600, 400))
  assert.equal((await fetch(`${url}${uploaded.body.urlLarge}`)).status, 200)
}

let failed = true
try {
  // A release is tried as it was built.
  const isBuilt = process.env.BARKYARD_IMAGE !== undefined
  await compose('up', isBuilt ? '--no-build' : '--build', '--detach', '--wait')
  await playLoop()
  console.log('The loop is played: sign-up, dog, sniff, bark, chat, playdate, photo')
  await compose('exec', 'api-1', 'barkyard', 'admin', 'list')
  await compose('exec', 'api-1', 'barkyard', 'check')

  const load = new Load(url)
  await load.start(TALK_EVERY_MS)
  const stopCalling = callWithoutPause()
  // As README.md says, and with other containers even though the image is the same.
  for (const name of ['api-1', 'api-2']) {
    await compose('up', '--detach', '--no-deps', '--force-recreate', '--wait', name)
  }
  await load.recovered()
  const calls = stopCalling()
  const outcome = await load.finish()
  console.log('An upgrade of both processes under chat:', { ...calls, ...outcome })
  failed = calls.failed + outcome.lost.length + outcome.doubled > 0
} finally {
  await compose('down', '--volumes', '--timeout', '15')
}
process.exit(failed ? 1 : 0)
