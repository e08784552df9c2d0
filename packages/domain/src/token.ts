export const TOKENS_PER_USER = 50

/** Tells people, and programs that look for leaked secrets, what it is. */
const PREFIX = 'barkyard_'
/** 32 random bytes in base64url; behind them the checksum in hex, which the first tokens did not have. */
const SHAPE = /^barkyard_([\w-]{43})([\da-f]{8})?$/

/** A token made of 32 random bytes in base64url (43 characters). */
export const tokenOf = (secret: string): string => PREFIX + secret + checksumOf(secret)

/** Whether a text can be a token at all: what was cut off or mistyped need not be looked for. */
export function mayBeToken(text: string): boolean {
  const [, secret, checksum] = SHAPE.exec(text) ?? []
  return secret !== undefined && (checksum === undefined || checksum === checksumOf(secret))
}

/** CRC-32, as in zip files: finds mistakes and proves nothing. 8 hex digits. */
function checksumOf(text: string): string {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (~crc >>> 0).toString(16).padStart(8, '0')
}
