import { getPriority, setPriority } from 'node:os'
import { examinePhoto, makePhotoFiles, type PhotoFault } from './photo-image.ts'
import type { MadePhoto } from './photo-storage.ts'

/*
 * A process that decodes untrusted pictures. It can be killed at any time, which frees its memory, and a picture that
 * crashes the decoder crashes nothing else. For each photo it first reports the memory that decoding takes, and waits
 * for permission.
 */

export type DecoderOrder = { photo: Buffer; cpuMs: number } | 'go on'
/** `cpuMs`: what the picture has cost. */
export type DecoderAnswer = { memory: number } | { made: MadePhoto | PhotoFault | 'too slow'; cpuMs: number }

const CHECK_MS = 100
/** A lower priority than that of the app, which answers requests. */
const PRIORITY = 5

const kill = () => process.kill(process.pid, 'SIGKILL')
const answer = (message: DecoderAnswer, then?: () => void) => process.send?.(message, undefined, undefined, then)

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let waiting: (() => Promise<MadePhoto | PhotoFault>) | null = null
let watch: NodeJS.Timeout | undefined
let began = 0

function end(made: MadePhoto | PhotoFault | 'too slow', then?: () => void): void {
  clearInterval(watch)
  answer({ made, cpuMs: cpuMs() - began }, then)
}

async function obey(order: DecoderOrder): Promise<void> {
  if (order === 'go on') {
    if (waiting) end(await waiting())
    return
  }
  // A picture that was never gone on with left its watch.
  clearInterval(watch)
  began = cpuMs()
  watch = setInterval(() => {
    if (cpuMs() - began > order.cpuMs) end('too slow', kill)
  }, CHECK_MS)
  const { photo } = order
  const memory = await examinePhoto(photo)
  if (typeof memory !== 'number') return end(memory)
  waiting = () => {
    waiting = null
    return makePhotoFiles(photo)
  }
  answer({ memory })
}

// If the whole app was started with an even lower priority, only root may raise it.
if (getPriority() < PRIORITY) setPriority(PRIORITY)
process.on('message', (order: DecoderOrder) => void obey(order))
// It ends when the parent ends it or exits. It ignores signals to the process group, so the parent can finish its work.
process.on('disconnect', kill)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
