/** What went wrong, as the answer's `code` says it, and the HTTP status of each. */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

/** Stable words for causes that a script may want to tell apart. */
export const ERROR_REASONS = [
  'acting-as-another-dog',
  'already-answered',
  'already-cancelled',
  'already-decided',
  'already-declined',
  'already-verified',
  'another-admin',
  'claimed',
  'demo',
  'email-taken',
  'endpoints-full',
  'has-begun',
  'is-admin',
  'no-change',
  'not-accepted',
  'not-begun',
  'not-invited',
  'other-photo',
  'outside-window',
  'own-change',
  'own-dog',
  'recap-closed',
  'same-terms',
  'sign-in-again',
  'stale-revision',
  'time-passed',
  'token',
  'wrong-password',
] as const
export type ErrorReason = (typeof ERROR_REASONS)[number]
