import { ERROR_STATUS, type ErrorReason, REFUSALS } from '@barkyard/domain/errors'
import type { ZodObject } from 'zod'
import { AppError, errorAnswer } from '../errors.ts'
import { invalidInput } from './invalid-input.ts'
import type { Endpoint } from './mount.ts'

/** Refusals that any call can meet, and any write. */
export const ANY = ['too-many-requests', 'server-fault', 'database-away', 'too-busy'] as const
export const WRITE = [
  'malformed-json',
  'foreign-site',
  'body-too-large',
  'wrong-content-type',
] as const satisfies readonly ErrorReason[]

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })

/** Headers of every answer of a call that counts. */
export const COUNTED = {
  'X-Request-Id': header('X-Request-Id'),
  'RateLimit-Policy': header('RateLimit-Policy'),
  RateLimit: header('RateLimit'),
}

/** Every header that answers carry, described once. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'The name of this request in the server’s log. Quote it when you report a fault.',
    schema: { type: 'string' },
    example: 'pV3kQ9zX-1f',
  },
  'RateLimit-Policy': {
    description:
      'The limits that this call counts for: `q` calls in `w` seconds each (IETF draft-ietf-httpapi-ratelimit-headers). Absent where limits are off.',
    schema: { type: 'string' },
    example: '"calls";q=1200;w=60',
  },
  RateLimit: {
    description: 'What is left of each: `r` calls in the next `t` seconds. Absent where limits are off.',
    schema: { type: 'string' },
    example: '"calls";r=1187;t=42',
  },
  'Retry-After': {
    description: 'Seconds after which trying again may help.',
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
  'WWW-Authenticate': {
    description: 'How to sign in: with a personal access token.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
  'X-Next-Cursor': {
    description: 'The `cursor` of the next page. Absent on the last page.',
    schema: { type: 'string' },
    example: '0190d6c4-8f1e-7a50-9c3b-5f2e7d1a4b68',
  },
  Link: {
    description: 'The address of the next page, relative to this one’s, as `<…>; rel="next"`. Absent on the last page.',
    schema: { type: 'string' },
    example: '</api/matches?limit=50&cursor=0190d6c4-8f1e-7a50-9c3b-5f2e7d1a4b68>; rel="next"',
  },
  'X-Total-Count': {
    description: 'How many there are in all pages. Counting stops somewhere: see the call.',
    schema: { type: 'integer', minimum: 0 },
    example: 42,
  },
  'Set-Cookie': {
    description: 'session=…; HttpOnly; SameSite=Lax; 30 days from the last use.',
    schema: { type: 'string' },
    example: 'session=Zk1y0f9c; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
  },
  Location: {
    description: 'The page that follows.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/',
  },
}

/** Headers of an answer by their names. */
export const headers = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map(name => [name, header(name)]))

const EXTRA_HEADERS: Record<number, ReturnType<typeof headers>> = {
  401: headers('WWW-Authenticate'),
  429: headers('Retry-After'),
  503: headers('Retry-After'),
}

/** The fields that a reason can be about, in an example the first that the call has. */
const FIELDS: Partial<Record<ErrorReason, readonly string[]>> = {
  'unknown-cursor': ['cursor'],
  'unknown-message': ['after'],
  'not-in-future': ['whenTs', 'until'],
  'own-bark': ['toDogId'],
  'own-dog': ['dogId'],
  'other-photo': ['photoId', 'photoIds'],
  'wrong-action': ['action'],
  'decides-yourself': ['action'],
  'deletes-yourself': ['userIds'],
  'dead-link': ['token'],
}

/** What is thrown for a reason where a call says no more about it. @param fields of the call's input; absent: any. */
function standard(reason: ErrorReason, fields?: readonly string[]): AppError {
  const path = FIELDS[reason]?.find(field => fields?.includes(field) ?? true)
  return new AppError(reason, {
    ...(path !== undefined && { path }),
    ...(reason === 'suspended' && { suspension: { until: new Date('2030-06-01T16:00:00Z') } }),
  })
}

/** What scripts read of a reason, where the message for people is too short for them. */
const WHY: Partial<Record<ErrorReason, string>> = {
  'invalid-input': 'Something is missing, or not as this call takes it. `issues` names each field.',
  'foreign-site': 'The header `Origin` names another site. Scripts send none.',
  'not-admin': 'Only admins may, with a cookie, or with a token that was made with admin rights.',
  'acting-as-another-dog':
    'An admin who acts as somebody else’s dog may not: it concerns the person. Stop acting first.',
  token: 'A token may not: sign in, and send the cookie.',
  'password-not-found':
    'There is no password to set: an OpenID provider keeps the accounts, or the account is one of the demo’s.',
  demo: 'The demo’s accounts stay as they are. Sign up for one of your own.',
  'wrong-password': 'Not the current password of the account.',
  'sign-in-again':
    'Where an OpenID provider keeps the accounts, a sign-in within the last 10 minutes stands for the password.',
  suspended: 'A moderator has suspended the account. `until` says how long; `GET /notices` why, and how to appeal.',
  'dog-hidden': 'A moderator has hidden the dog that you act as: it reads, but does not bark, write or plan.',
  'not-your-dog': 'Only the owner of the dog may.',
  'not-your-photo': 'Only the owner of the dog in it may, and admins.',
  'not-invited': 'Only the dog that was asked may answer, not the one that proposed.',
  'own-change': 'Only the other dog may accept a change. The dog that suggested it can take it back.',
}

/** How the refusals of a call differ from those of others. */
export interface Particulars {
  /** A form gets a page. */
  html?: boolean
  /** The fields of its input. */
  fields?: readonly string[]
  /** What it throws where it is not the standard refusal: the example shows it. */
  thrown?: Partial<Record<ErrorReason, Error>>
}

/** The answer to refusals with these reasons, which have one status. */
function errorResponse(reasons: readonly ErrorReason[], status: number, { html, fields, thrown = {} }: Particulars) {
  const exampleOf = (reason: ErrorReason) => errorAnswer(thrown[reason] ?? standard(reason, fields)).body
  const [first, ...others] = reasons
  const examples =
    first && others.length === 0
      ? { example: exampleOf(first) }
      : { examples: Object.fromEntries(reasons.map(reason => [reason, { value: exampleOf(reason) }])) }
  // Only a missing or bad cookie or token is answered with the way to sign in, a failed sign-in is not.
  const extra = status === 401 && !reasons.includes('not-signed-in') ? {} : EXTRA_HEADERS[status]
  return {
    description: reasons.map(reason => `\`${reason}\`: ${WHY[reason] ?? REFUSALS[reason].message}`).join('\n\n'),
    headers: { ...COUNTED, ...extra },
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' }, ...examples },
      ...(html && { 'text/html': { schema: { type: 'string' as const } } }),
    },
  }
}

/** The answer where a request could not be read: it reached no call, so it counts for no limit and has no name. */
export const malformedRequest = {
  description: '`malformed-request`: The address or the headers are longer than 16 KiB.',
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      example: errorAnswer(new AppError('malformed-request', { message: 'The address or the headers are too long' }))
        .body,
    },
  },
}

/** The answers to refusals, by status. */
export function errors(reasons: readonly ErrorReason[], particulars: Particulars = {}) {
  const byStatus = new Map<number, ErrorReason[]>()
  for (const reason of new Set(reasons)) {
    const status = ERROR_STATUS[REFUSALS[reason].code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), reason])
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([one], [other]) => one - other)
      .map(([status, its]) => [status, errorResponse(its, status, particulars)]),
  )
}

/** The particulars of a call that takes a body like this one. */
export function takes(body: ZodObject): Particulars {
  const fields = Object.keys(body.shape)
  const invalid = invalidInput(body, fields)
  return { fields, ...(invalid && { thrown: { 'invalid-input': invalid } }) }
}

/** The particulars of a procedure. What is invalid is a field of its body or, without one, of its address. */
export function particularsOf({ method, path, input }: Endpoint): Particulars {
  if (!input) return {}
  const fields = Object.keys(input.shape)
  const inBody = method === 'GET' ? [] : fields.filter(field => !path.includes(`{${field}}`))
  const invalid = invalidInput(input, inBody) ?? invalidInput(input, fields, 'address')
  return { fields, ...(invalid && { thrown: { 'invalid-input': invalid } }) }
}

/** Every cause for which a procedure refuses: its own, and those that follow from its kind. */
export function reasonsOf({ method, input, isPage, listLimit, meta }: Endpoint): ErrorReason[] {
  const { openapi, demands = [], asDog } = meta
  const isWrite = method !== 'GET'
  // What belongs to the person is refused to an admin who acts as somebody else's dog.
  const isPersonal = isWrite && !asDog && !demands.includes('not-admin')
  return [
    'not-signed-in',
    ...(meta.whileSuspended ? [] : (['suspended'] as const)),
    ...demands,
    ...(input ? (['invalid-input'] as const) : []),
    ...(isPage || listLimit !== null ? (['unknown-cursor'] as const) : []),
    ...(openapi?.errors ?? []),
    ...(isPersonal ? (['acting-as-another-dog'] as const) : []),
    ...(isWrite ? WRITE : []),
    ...ANY,
  ]
}
