export const TOKENS_PER_USER = 50

/** What a token may do: read with GET, and write with all other methods. */
export const TOKEN_SCOPES = ['read', 'write'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

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
function checksumOf(text: string): string {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (~crc >>> 0).toString(16).padStart(8, '0')
}
