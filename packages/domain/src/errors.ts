import data from './data/refusals.json' with { type: 'json' }
import { DOGS_PER_USER } from './dog.ts'
import { PUSH_ENDPOINTS_MAX } from './notification.ts'
import { BLOCKS_MAX, SKIPS_MAX } from './paging.ts'
import { SUGGESTIONS_PER_MONTH, SUGGESTIONS_WAITING } from './parks.ts'
import { PASSKEYS_PER_USER } from './passkey.ts'
import { PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS, PHOTOS_PER_DOG } from './photo.ts'
import { OPEN_PROPOSALS_MAX, PHRASES_PER_SIDE } from './playdate.ts'
import { CASE_KEPT_DAYS, CASE_NOTES_MAX, TEMPLATES_MAX } from './report.ts'
import { SEARCHES_PER_USER } from './search.ts'
import { SOCKETS_PER_USER } from './socket.ts'
import { TOKENS_PER_USER } from './token.ts'
import { WALKS_PER_OWNER } from './walk.ts'
import { WEBHOOKS_PER_USER } from './webhook.ts'

/** Each `code` of an error, and its HTTP status. */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_CONTENT: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

/** The code of a 403 that refuses a suspended account. Its answer contains the end of the suspension. */
export const SUSPENDED = 'SUSPENDED'
type AnswerCode = ErrorCode | typeof SUSPENDED
export const ANSWER_CODES: [AnswerCode, ...AnswerCode[]] = [SUSPENDED, ...(Object.keys(ERROR_STATUS) as ErrorCode[])]

export interface Refusal {
  code: ErrorCode
  /** For people. It may change, and a call may replace it with a more detailed one. */
  message: string
  /** The field of the input that is wrong, where it is the same for every call. */
  path?: string
}

/** The limits that the messages name. */
const LIMITS: Record<string, number> = {
  BLOCKS_MAX,
  DOGS_PER_USER,
  PUSH_ENDPOINTS_MAX,
  SUGGESTIONS_PER_MONTH,
  SUGGESTIONS_WAITING,
  PASSKEYS_PER_USER,
  PHOTOS_PER_DOG,
  OPEN_PROPOSALS_MAX,
  PHRASES_PER_SIDE,
  CASE_KEPT_DAYS,
  CASE_NOTES_MAX,
  TEMPLATES_MAX,
  SEARCHES_PER_USER,
  SKIPS_MAX,
  SOCKETS_PER_USER,
  TOKENS_PER_USER,
  WALKS_PER_OWNER,
  WEBHOOKS_PER_USER,
  PHOTO_MAX_MEGABYTES: PHOTO_MAX_BYTES / 1024 ** 2,
  PHOTO_MAX_MEGAPIXELS: PHOTO_MAX_PIXELS / 1_000_000,
}

type Reasons = { [C in ErrorCode]: keyof (typeof data)[C] }
export type ErrorReason = Reasons[ErrorCode]

/**
 * Every cause of a refusal, by its stable word for scripts. A new cause is a line of `data/refusals.json`, under its code:
 * the message, or the message and the path. Existing words never change.
 */
export const REFUSALS = Object.fromEntries(
  Object.entries(data).flatMap(([code, refusals]) =>
    Object.entries<string | string[]>(refusals).map(([reason, text]) => {
      const [message = '', path] = [text].flat()
      const limited = message.replaceAll(/{(\w+)}/g, (_, limit) => String(LIMITS[limit]))
      return [reason, { code: code as ErrorCode, message: limited, ...(path !== undefined && { path }) }]
    }),
  ),
) as Record<ErrorReason, Refusal>

export const ERROR_REASONS = Object.keys(REFUSALS) as [ErrorReason, ...ErrorReason[]]
export const isErrorReason = (value: unknown): value is ErrorReason =>
  typeof value === 'string' && Object.hasOwn(REFUSALS, value)
