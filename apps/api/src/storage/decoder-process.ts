import { setPriority } from 'node:os'
import { examinePhoto, makeDrawingFiles, makePhotoFiles, type PhotoFault } from './photo-image.ts'
import type { MadePhoto } from './photo-storage.ts'

/*
 * A process that decodes what strangers send: it can be ended at any moment, its memory comes back, and a picture that
 * crashes the decoder crashes nothing else. Given a photo it first says what memory that takes, and waits to be told to
 * go on.
 */

export type DecoderOrder = { photo: Buffer; cpuMs: number } | { drawing: string; cpuMs: number } | 'go on'
export type DecoderAnswer = { memory: number } | MadePhoto | PhotoFault | 'too slow'

const CHECK_MS = 100
/** Requests go first. */
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

setPriority(PRIORITY)
process.on('message', (order: DecoderOrder) => void obey(order))
// Ended by the parent, or with it; a signal to the whole group lets the parent finish what is under way.
process.on('disconnect', kill)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
