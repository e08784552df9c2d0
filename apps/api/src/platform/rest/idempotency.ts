import { createHmac } from 'node:crypto'
import { finishKey, takeKey } from '@barkyard/db/queries/idempotency/keys'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../access/sessions.ts'
import { AppError, redactError } from '../errors.ts'
import { isUpload } from '../http/read-upload.ts'
import { keyFor, open, seal } from '../sealed.ts'
import type { PlatformServices } from '../write.ts'

export const KEY_MAX = 255
export const KEPT_HOURS = 24
/** Keys of one user within these hours. */
export const KEYS_MAX = 5_000
/** A call whose process died holds its key no longer than this, which is longer than any upload takes. */
const RUNNING_MAX_MS = 10 * 60_000
/** Longer responses are not kept. Only exports are longer, and streams. */
const ANSWER_MAX_BYTES = 64 * 1024
const HOUR_MS = 60 * 60 * 1000

declare module 'fastify' {
  interface FastifyRequest {
    takenKey: { id: string; secret: Buffer } | null
    /** Takes the key of a call for what it sends, if it has a key. @throws Repeated if it was made before. */
    takeKey(sent: unknown): Promise<void>
  }
}

interface Answer {
  status: number
  type: string
  body: string
}

class Repeated extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super('the call was made before')
    this.name = 'Repeated'
    this.answer = answer
  }
}

/**
 * The header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header) on every POST of a scope: a repeated call gets
 * the answer of the first one. Only successes are kept, because a refused call has changed nothing.
 */
export function keepAnswers(scope: FastifyInstance, services: PlatformServices): void {
  const { db, config, now, log } = services
  scope.decorateRequest('takenKey', null)
  scope.decorateRequest('takeKey', async () => undefined)

  scope.addHook('preHandler', async request => {
    const { caller, headers } = request
    const header = headers['idempotency-key']
    if (request.method !== 'POST' || !caller || header === undefined) return
    // Who signs in again is another user each time.
    if (request.routeOptions.config.access === 'anybody') return
    const text = keyOf(header)
    request.takeKey = sent => take(request, caller, text, sent)
    // Of an upload it is taken once the parts are read: they are written differently each time.
    if (!isUpload(request)) await request.takeKey(request.body)
  })

  async function take(request: FastifyRequest, caller: Caller, text: string, sent: unknown): Promise<void> {
    const secret = secretOf(text)
    const wanted = hash(secret, requestOf(request, caller, sent))
    const at = now().getTime()
    const taken = await takeKey(db, {
      userId: caller.userId,
      key: hash(secret, 'key'),
      request: wanted,
      now: new Date(at),
      keptSince: new Date(at - KEPT_HOURS * HOUR_MS),
      runningSince: new Date(at - RUNNING_MAX_MS),
      atMost: KEYS_MAX,
    })
    if (taken === 'full') throw new AppError('too-many-requests', { message: TOO_MANY, retryAfter: 3600 })
    if ('id' in taken) {
      request.takenKey = { id: taken.id, secret }
      return
    }
    const { earlier } = taken
    if (!earlier.request.equals(wanted)) throw new AppError('idempotency-key-reused')
    if (!earlier.answer) throw new AppError('idempotency-key-in-use', { retryAfter: 1 })
    throw new Repeated(open(secret, earlier.answer) as Answer)
  }

  scope.setErrorHandler((error, _, reply) => {
    if (!(error instanceof Repeated)) throw error
    const { status, type, body } = error.answer
    return reply.status(status).type(type).header('idempotent-replayed', 'true').send(body)
  })

  scope.addHook('onSend', async (request, reply, payload) => {
    const { takenKey } = request
    if (!takenKey) return payload
    const isKept =
      reply.statusCode < 300 && typeof payload === 'string' && Buffer.byteLength(payload) <= ANSWER_MAX_BYTES
    const answer = isKept
      ? seal(takenKey.secret, {
          status: reply.statusCode,
          type: String(reply.getHeader('content-type')),
          body: payload,
        } satisfies Answer)
      : null
    // The call itself is done, so its answer is sent whatever happens here.
    await finishKey(db, takenKey.id, answer).catch(error =>
      log.warn({ error: redactError(error) }, 'an answer was not kept for its idempotency key'),
    )
    return payload
  })

  /** Requests may hold passwords, responses tokens. The secret needs the caller's key, so a copy of the database opens nothing. */
  const secretOf = (text: string) => keyFor(config.sessionSecret, 'barkyard idempotency key', text)
}

const TOO_MANY = `At most ${KEYS_MAX} idempotency keys in ${KEPT_HOURS} hours`

/** The key in a header, with or without the quotes of a structured field. @throws AppError invalid-input */
function keyOf(header: string | string[]): string {
  const [, quoted, bare] = /^(?:"([\x20-\x21\x23-\x5b\x5d-\x7e]+)"|([\x21\x23-\x7e]+))$/.exec(String(header)) ?? []
  const key = quoted ?? bare
  if (key === undefined || key.length > KEY_MAX) throw invalidKey()
  return key
}

export const invalidKey = () =>
  new AppError('invalid-input', {
    path: 'Idempotency-Key',
    message: `Idempotency-Key must be 1 to ${KEY_MAX} visible ASCII characters`,
  })

/** The calls that change as which dog their caller acts. Sent again, they come from another one. */
const CHANGES_DOG = /^\/api\/(active-dog|admin\/(impersonate-dog\/.*|stop-impersonation))$/

/** What identifies a request: its address, what it sends, and who sends it as which dog. */
function requestOf({ url }: FastifyRequest, caller: Caller, sent: unknown = ''): string {
  const { role, id, actingDogId } = caller
  return JSON.stringify([url, id, role, CHANGES_DOG.test(url) ? null : actingDogId, sent])
}

const hash = (secret: Buffer, text: string): Buffer => createHmac('sha256', secret).update(text).digest()
