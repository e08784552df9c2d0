import { ERROR_STATUS, type ErrorReason, REFUSALS } from '@barkyard/domain/errors'
import { ZodError, type ZodObject } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { AppError, errorAnswer } from '../errors.ts'
import { useInputWords } from '../input-words.ts'
import type { RestAddress } from '../trpc/meta.ts'
import HEADERS from './headers.json' with { type: 'json' }
import { invalidKey } from './idempotency.ts'
import { type Endpoint, unknownParameter } from './mount.ts'

/** Calls that are no procedures, by their addresses, for the document. */
export type RoutePaths = Record<RestAddress, ZodOpenApiOperationObject>

/** Reasons for which any call can be refused. `WRITE`: those of any write. */
export const ANY = ['too-many-requests', 'server-fault', 'database-away', 'too-busy'] as const
export const WRITE = [
  'malformed-json',
  'foreign-site',
  'body-too-large',
  'wrong-content-type',
] as const satisfies readonly ErrorReason[]

/** Reasons for which a call refuses the sign-in that it gets. */
const SIGNED_IN = ['not-signed-in', 'token-unknown', 'token-expired', 'scope'] as const satisfies readonly ErrorReason[]

/** Reasons for which a call refuses the dog that its header `X-Dog` names. */
export const CHOSEN_DOG = ['dog-not-found', 'acting-as-another-dog'] as const satisfies readonly ErrorReason[]

/** Reasons for which a POST refuses its `Idempotency-Key`. */
export const REPEATED = [
  'invalid-input',
  'idempotency-key-in-use',
  'idempotency-key-reused',
] as const satisfies readonly ErrorReason[]

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })

/** Headers of every answer that counts for a limit. */
export const COUNTED = {
  'X-Request-Id': header('X-Request-Id'),
  'RateLimit-Policy': header('RateLimit-Policy'),
  RateLimit: header('RateLimit'),
}

export const headers = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map(name => [name, header(name)]))

const EXTRA_HEADERS: Record<number, ReturnType<typeof headers>> = {
  401: headers('WWW-Authenticate'),
  403: headers('WWW-Authenticate'),
  409: headers('Retry-After'),
  429: headers('Retry-After'),
  503: headers('Retry-After'),
}

/** The fields that a reason is about where `REFUSALS` names none. An example uses the first one that the call has. */
const FIELDS: Partial<Record<ErrorReason, readonly string[]>> = {
  'unknown-message': ['after'],
  'not-in-future': ['whenTs', 'until', 'expiresAt', 'expiresOn'],
  'other-photo': ['photoId', 'photoIds'],
  'own-account': ['action', 'userId'],
  'dead-link': ['token', 'link'],
}

/** The error for a reason, in `message` or the standard words. @param fields the call's input fields; absent: any. */
function standard(reason: ErrorReason, fields?: readonly string[], message?: string): AppError {
  if (reason === 'unknown-parameter') return unknownParameter(['colour'])
  const path = FIELDS[reason]?.find(field => fields?.includes(field) ?? true)
  return new AppError(reason, {
    ...(path !== undefined && { path }),
    ...(message !== undefined && { message }),
    ...(reason === 'suspended' && { suspension: { until: new Date('2030-06-01T16:00:00Z') } }),
  })
}

/** Explanations for scripts, for reasons whose message for people is too short. */
const REASON_DOCS: Partial<Record<ErrorReason, string>> = {
  'invalid-input': 'Something is missing, or not as this call takes it. `issues` names each field.',
  'foreign-site': 'The header `Origin` names another site. Scripts need not send it.',
  'not-admin': 'Your role lacks the right to this call, or your token does not have your role.',
  'acting-as-another-dog':
    'An admin acts as somebody else’s dog: the account is closed meanwhile, and `X-Dog` cannot name another one.',
  token: 'Not with a token: sign in and send the cookie.',
  scope: 'The token lacks the scope: `read` for GET, `write` for all other calls.',
  'password-not-found':
    'There is no password to set: an OpenID provider keeps the accounts, or the account is one of the demo’s.',
  demo: 'The demo’s accounts cannot be changed. Sign up for your own.',
  'wrong-password': 'This is not the current password of the account.',
  'sign-in-again':
    'This needs a sign-in within the last 10 minutes: with an OpenID provider it replaces the password, and about passkeys it is one with a passkey if the account has one that works.',
  'passkey-required':
    'Admin rights need a sign-in with a passkey here (`ADMIN_PASSKEY`). A token needs to be made in such a session.',
  suspended:
    'A moderator has suspended the account. `until` is the end of the suspension. `GET /notices` has the reason and how to appeal.',
  'dog-hidden': 'A moderator has hidden your active dog: you can read as it, but not bark, write or plan playdates.',
  'not-your-dog': 'Only for the owner of the dog.',
  'not-your-photo': 'Only for the owner of the dog in the photo, and admins.',
  'not-invited': 'Only the dog that received the proposal can answer it.',
  'own-change': 'Only the other dog can accept a change. The dog that suggested it can withdraw it.',
}

export interface Particulars {
  html?: boolean | undefined
  uncounted?: boolean
  fields?: readonly string[]
  /** Explanations that hold for this call alone. */
  why?: Partial<Record<ErrorReason, string>> | undefined
  /** Non-standard errors of the call, for the examples. */
  thrown?: Partial<Record<ErrorReason, Error>>
}

/** The response for these reasons, which share a status. */
function errorResponse(
  reasons: readonly ErrorReason[],
  status: number,
  { html, uncounted, fields, why = {}, thrown = {} }: Particulars,
) {
  const exampleOf = (reason: ErrorReason) => errorAnswer(thrown[reason] ?? standard(reason, fields)).body
  const [first, ...others] = reasons
  const examples =
    first && others.length === 0
      ? { example: exampleOf(first) }
      : { examples: Object.fromEntries(reasons.map(reason => [reason, { value: exampleOf(reason) }])) }
  // Only a missing or bad cookie or token is answered with the way to sign in, a failed sign-in is not.
  const isAboutSignIn = reasons.includes('not-signed-in') || reasons.includes('scope')
  const isRetried = status !== 409 || reasons.includes('idempotency-key-in-use')
  const isPlain = (status === 401 || status === 403) && !isAboutSignIn
  const extra = isPlain || !isRetried ? {} : EXTRA_HEADERS[status]
  return {
    description: reasons
      .map(
        reason =>
          `\`${reason}\`: ${why[reason] ?? REASON_DOCS[reason] ?? thrown[reason]?.message ?? REFUSALS[reason].message}`,
      )
      .join('\n\n'),
    headers: { ...(uncounted ? headers('X-Request-Id') : COUNTED), ...extra },
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' }, ...examples },
      ...(html && { 'text/html': { schema: { type: 'string' as const } } }),
    },
  }
}

/** The response for a request that cannot be parsed. It reaches no call, so it has no limit headers and no request id. */
export const malformedRequest = {
  description: '`headers-too-large`: The address or the headers are longer than 16 KiB.',
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      example: errorAnswer(new AppError('headers-too-large')).body,
    },
  },
}

export function errors(reasons: readonly ErrorReason[], particulars: Particulars = {}) {
  const byStatus = new Map<number, ErrorReason[]>()
  for (const reason of new Set(reasons.flatMap(one => (one === 'not-signed-in' ? SIGNED_IN : [one])))) {
    const thrown = particulars.thrown?.[reason]
    const status = ERROR_STATUS[thrown instanceof AppError ? thrown.code : REFUSALS[reason].code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), reason])
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([one], [other]) => one - other)
      .map(([status, its]) => [status, errorResponse(its, status, particulars)]),
  )
}

export function takes(body: ZodObject): Particulars {
  const fields = Object.keys(body.shape)
  const invalid = invalidInput(body, fields)
  return { fields, ...(invalid && { thrown: { 'invalid-input': invalid } }) }
}

/** The particulars of a procedure. Invalid fields are those of its body or, without one, of its address. */
export function particularsOf({ method, path, input, meta }: Endpoint): Particulars {
  const why = meta.messages ?? {}
  const fields = Object.keys(input?.shape ?? {})
  const messages = Object.entries(why) as [ErrorReason, string][]
  const thrown = Object.fromEntries(messages.map(([reason, message]) => [reason, standard(reason, fields, message)]))
  // Without an input only the key of a repeated call can be invalid.
  if (!input) return { why, thrown: { ...thrown, 'invalid-input': invalidKey() } }
  const inBody = method === 'GET' ? [] : fields.filter(field => !path.includes(`{${field}}`))
  const invalid = invalidInput(input, inBody) ?? invalidInput(input, fields, 'address')
  return { fields, why, thrown: { ...thrown, ...(invalid && { 'invalid-input': invalid }) } }
}

/** All reasons for which a procedure refuses: its own, and those that follow from its kind. */
export function reasonsOf({ method, input, isPage, meta }: Endpoint): ErrorReason[] {
  const { errors = [], refusals = [] } = meta
  const isWrite = method !== 'GET'
  return [
    'not-signed-in',
    ...(meta.whileSuspended ? [] : (['suspended'] as const)),
    ...refusals,
    ...(input ? (['invalid-input'] as const) : []),
    'unknown-parameter',
    ...(isPage ? (['unknown-cursor'] as const) : []),
    ...errors,
    ...CHOSEN_DOG,
    ...(isWrite ? WRITE : []),
    ...(method === 'POST' ? REPEATED : []),
    ...ANY,
  ]
}

/** Mistakes in a body, the likeliest first. `undefined`: the field is missing. */
const WRONG_IN_BODY = [undefined, null, '', 'x'.repeat(5_000)]
/** Mistakes in an address, where everything is text. */
const WRONG_IN_ADDRESS = ['x', 'x'.repeat(300), ['x']]

/**
 * The error of an input in which one of `fields` is wrong. The document's examples show it, so they are real responses.
 * null: the fields take anything.
 */
function invalidInput(
  input: ZodObject,
  fields: readonly string[],
  where: 'body' | 'address' = 'body',
): ZodError | null {
  useInputWords()
  for (const wrong of where === 'body' ? WRONG_IN_BODY : WRONG_IN_ADDRESS)
    for (const field of fields) {
      const { error } = input.safeParse(wrong === undefined ? {} : { [field]: wrong })
      const issues = error?.issues.filter(({ path }) => path[0] === field) ?? []
      if (issues.length > 0) return new ZodError(issues)
    }
  return null
}
