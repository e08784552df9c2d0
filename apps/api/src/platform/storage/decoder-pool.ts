import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { AppError } from '../errors.ts'
import { FairSemaphore } from '../fair-semaphore.ts'
import type { DecoderAnswer, DecoderOrder } from './decoder-process.ts'
import type { MadePhoto } from './photo-storage.ts'

interface DecoderPoolOptions {
  /** The maximum number of processes, of about 70 MB each. Default: the number of cores, at most 4. */
  processes?: number
  /** The memory in bytes for all pictures that are being decoded. */
  memory?: number
  cpuMs?: number
  /** Called with the CPU milliseconds that a user's picture has taken. */
  onSpent?: (userId: string, cpuMs: number) => void
  /** What the processes run. Default: that of this installation, built or not. */
  program?: string
}

const MEMORY = 512 * 1024 * 1024
const CPU_MS = 20_000
/** A process that is silent for this long has hung, however busy the machine is. */
const SILENT_MS = 180_000
const IDLE_MS = 30_000
/** Pictures that need more memory, in bytes, wait apart from the others, and end their process. */
const LARGE = 64 * 1024 * 1024

const NOT_A_PHOTO = 'Please choose a JPG, PNG, or WebP photo'
const unsupported = (message: string) => new AppError('not-a-photo', { message })
export const notAPhoto = () => unsupported(NOT_A_PHOTO)
const REFUSALS = {
  'not a photo': notAPhoto,
  unreadable: () => unsupported(`This photo cannot be read. ${NOT_A_PHOTO}`),
  // A picture that crashed its process.
  ended: () => unsupported(`This photo cannot be read. ${NOT_A_PHOTO}`),
  'too slow': () => unsupported('This photo takes too long to read. Please save it as a plain JPG and try again.'),
  'too many pixels': () => new AppError('too-many-pixels'),
}

/**
 * Decodes photos in separate processes, which start when needed, are reused, and end when idle. It decodes one picture of
 * a user at a time; users take turns. Large pictures have turns of their own, so that nobody else waits for them.
 */
export class DecoderPool {
  readonly #cpuMs: number
  readonly #onSpent: (userId: string, cpuMs: number) => void
  readonly #program: string
  readonly #turns: FairSemaphore
  readonly #largeTurns: FairSemaphore
  readonly #memory: FairSemaphore
  readonly #decoders = new Set<Decoder>()
  #isClosed = false

  constructor({
    processes = Math.min(availableParallelism(), 4),
    memory = MEMORY,
    cpuMs = CPU_MS,
    onSpent = () => {},
    program = createRequire(import.meta.url).resolve('@barkyard/api/platform/storage/decoder-process'),
  }: DecoderPoolOptions = {}) {
    this.#cpuMs = cpuMs
    this.#onSpent = onSpent
    this.#program = program
    this.#turns = new FairSemaphore({ capacity: processes, perUser: 1 })
    this.#largeTurns = new FairSemaphore({ capacity: Math.max(1, Math.floor(processes / 2)), perUser: 1 })
    this.#memory = new FairSemaphore({ capacity: memory })
  }

  /**
   * Makes a photo's two sizes: upright, without metadata, as WebP. It also guesses the focus point for crops.
   * @throws AppError UNSUPPORTED_MEDIA_TYPE if it cannot be decoded in time, PAYLOAD_TOO_LARGE over 50 megapixels.
   */
  async makePhoto(userId: string, photo: Buffer): Promise<MadePhoto> {
    const inTurn = [
      { turns: this.#turns, most: LARGE },
      { turns: this.#largeTurns, most: Number.POSITIVE_INFINITY },
    ]
    for (const { turns, most } of inTurn) {
      const made = await turns.run(userId, 1, () => this.#make(userId, photo, most))
      if (made !== 'large') return made
    }
    throw new Error('nothing is too large for its own turn')
  }

  /** Ends idle processes now and the others after their work. */
  close(): void {
    this.#isClosed = true
    for (const decoder of this.#decoders) if (!decoder.isBusy) decoder.end()
  }

  /** @returns 'large', and does nothing, if decoding takes more than `most` bytes of memory. */
  async #make(user: string, photo: Buffer, most: number): Promise<MadePhoto | 'large'> {
    const decoder = this.#idleDecoder()
    decoder.isBusy = true
    let isLarge = false
    let isEnding = false
    try {
      let answer = await decoder.ask({ photo, cpuMs: this.#cpuMs })
      if (answer !== 'ended' && 'memory' in answer) {
        const { memory } = answer
        if (memory > most) return 'large'
        isLarge = memory > LARGE
        answer = await this.#memory.run(user, memory, () => decoder.ask('go on'))
      }
      if (answer === 'ended' || 'memory' in answer) throw REFUSALS.ended()
      const { made, cpuMs } = answer
      this.#onSpent(user, cpuMs)
      if (typeof made === 'object') return made
      isEnding = made === 'too slow'
      throw REFUSALS[made]()
    } finally {
      decoder.isBusy = false
      // Only the end of the process is certain to free the memory of a large picture.
      if (isLarge || isEnding || this.#isClosed) decoder.end()
      else decoder.endIn(IDLE_MS)
    }
  }

  #idleDecoder(): Decoder {
    for (const decoder of this.#decoders) if (!decoder.isBusy) return decoder
    const decoder = new Decoder(this.#program, () => this.#decoders.delete(decoder))
    this.#decoders.add(decoder)
    return decoder
  }
}

class Decoder {
  isBusy = false
  readonly #child: ChildProcess
  readonly #onEnd: () => void
  #idle: NodeJS.Timeout | undefined

  constructor(program: string, onEnd: () => void) {
    this.#onEnd = onEnd
    this.#child = fork(program, [], {
      // No environment, so that the process has no secrets.
      env: {},
      execArgv: program.endsWith('.ts') ? ['--import', 'tsx', '--conditions=source'] : [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child.once('exit', onEnd)
    // Without a listener, a process that fails to start would end this one.
    this.#child.on('error', onEnd)
  }

  /** Sends an order and waits for its answer. 'ended' = the process has ended. */
  ask(order: DecoderOrder): Promise<DecoderAnswer | 'ended'> {
    clearTimeout(this.#idle)
    const child = this.#child
    return new Promise(resolve => {
      const settle = (answer: DecoderAnswer | 'ended') => {
        clearTimeout(silent)
        child.off('message', settle).off('exit', ended).off('error', ended)
        resolve(answer)
      }
      const ended = () => settle('ended')
      const silent = setTimeout(() => this.end(), SILENT_MS)
      child.on('message', settle).on('exit', ended).on('error', ended)
      child.send(order, error => error && ended())
    })
  }

  /** Ends the process unless it gets another order within `ms`. */
  endIn(ms: number): void {
    this.#idle = setTimeout(() => this.end(), ms).unref()
  }

  end(): void {
    clearTimeout(this.#idle)
    this.#onEnd()
    this.#child.kill('SIGKILL')
  }
}
