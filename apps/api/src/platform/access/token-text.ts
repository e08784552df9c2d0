import { crc32 } from 'node:zlib'

/** Identifies a token to people and to scanners for leaked secrets. */
const PREFIX = 'barkyard_'
/** 32 random bytes in base64url, followed by a checksum in hex. The first tokens had no checksum. */
const SHAPE = /^barkyard_([\w-]{43})([\da-f]{8})?$/

/** Makes a token from 32 random bytes in base64url (43 characters). */
export const tokenOf = (secret: string): string => PREFIX + secret + checksumOf(secret)

/** Whether a text can be a token. A truncated or mistyped one then costs no query. */
export function mayBeToken(text: string): boolean {
  const [, secret, checksum] = SHAPE.exec(text) ?? []
  return secret !== undefined && (checksum === undefined || checksum === checksumOf(secret))
}

/** CRC-32 as 8 hex digits. It detects mistakes and is no proof of authenticity. */
const checksumOf = (text: string) => crc32(text).toString(16).padStart(8, '0')
