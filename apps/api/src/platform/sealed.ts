import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** A key for one purpose. @param secret the secret of this installation. @param salt what else one has to know. */
export const keyFor = (secret: string, purpose: string, salt = ''): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32))

/** Encrypts a value as JSON. @param of only `open` with the same reads it. */
export function seal(key: Buffer, value: unknown, of = ''): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(of))
  const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** @throws if it was not sealed with this key. */
export function open(key: Buffer, sealed: Buffer, of = ''): unknown {
  const tagEnd = IV_BYTES + TAG_BYTES
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(of)).setAuthTag(sealed.subarray(IV_BYTES, tagEnd))
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString())
}
