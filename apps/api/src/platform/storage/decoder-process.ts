import { getPriority, setPriority } from 'node:os'
import { examinePhoto, makeDrawingFiles, makePhotoFiles, type PhotoFault } from './photo-image.ts'
import type { MadePhoto } from './photo-storage.ts'

/*
 * A process that decodes untrusted pictures. It can be killed at any time, which frees its memory, and a picture that
 * crashes the decoder crashes nothing else. For each photo it first reports the memory that decoding takes, and waits
 * for permission.
 */

export type DecoderOrder = { photo: Buffer; cpuMs: number } | { drawing: string; cpuMs: number } | 'go on'
export type DecoderAnswer = { memory: number } | MadePhoto | PhotoFault | 'too slow'

const CHECK_MS = 100
/** A lower priority than that of the app, which answers requests. */
const PRIORITY = 5

const kill = () => process.kill(process.pid, 'SIGKILL')
const answer = (message: DecoderAnswer, then?: () => void) => process.send?.(message, undefined, undefined, then)

/** CPU milliseconds of all threads of this process. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let waiting: (() => Promise<MadePhoto | PhotoFault>) | null = null

async function obey(order: DecoderOrder): Promise<void> {
  if (order === 'go on') {
    if (waiting) answer(await waiting())
    return
  }
  const most = cpuMs() + order.cpuMs
  const watch = setInterval(() => {
    if (cpuMs() > most) answer('too slow', kill)
  }, CHECK_MS)
  if ('drawing' in order) {
    answer(await makeDrawingFiles(order.drawing))
    clearInterval(watch)
    return
  }
  const { photo } = order
  const memory = await examinePhoto(photo)
  waiting = async () => {
    waiting = null
    const made = await makePhotoFiles(photo)
    clearInterval(watch)
    return made
  }
  if (typeof memory === 'number') answer({ memory })
  else {
    waiting = null
    clearInterval(watch)
    answer(memory)
  }
}

// If the whole app was started with an even lower priority, only root may raise it.
if (getPriority() < PRIORITY) setPriority(PRIORITY)
process.on('message', (order: DecoderOrder) => void obey(order))
// It ends when the parent ends it or exits. It ignores signals to the process group, so the parent can finish its work.
process.on('disconnect', kill)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
