import { ECDH } from 'node:crypto'
import type { NewEndpoint } from '@barkyard/domain/schemas/push'
import { isNamedSafely } from '../../../config.ts'
import { AppError } from '../../../platform/errors.ts'

/** The push services of browsers: a host, or all subdomains if it starts with a dot. */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
]

const REFUSED = 'This is not the address of a push service that we know'

/**
 * Clients can send any address, and without the list they could make the server call any machine that it can reach. It is
 * checked again before each push.
 * @param pushHosts further hosts that the operator named, "host" or "host:port" in lower case.
 * @throws AppError invalid-input, naming the field
 */
export function requireKnownService({ endpoint, keys }: NewEndpoint, pushHosts: readonly string[]): void {
  if (!isKnownService(endpoint, pushHosts)) throw new AppError('invalid-input', { path: 'endpoint', message: REFUSED })
  if (!isPublicKey(keys.p256dh))
    throw new AppError('invalid-input', { path: 'keys', message: 'p256dh is not a public key on the curve P-256' })
}

export function isKnownService(endpoint: string, pushHosts: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  // The address must be in its normal form, without credentials or spellings that parsers read differently.
  if (!url || url.href !== endpoint || url.username !== '' || url.password !== '' || url.hash !== '') return false
  if (pushHosts.includes(url.host)) return isNamedSafely(url)
  if (url.protocol !== 'https:' || url.port !== '') return false
  return KNOWN_HOSTS.some(known =>
    known.startsWith('.') ? url.hostname.endsWith(known) && url.hostname.length > known.length : url.hostname === known,
  )
}

function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}
