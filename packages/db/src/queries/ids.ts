import { randomFillSync } from 'node:crypto'
import { v7, validate } from 'uuid'

const ID_BYTES = 16
const random = new Uint8Array(256 * ID_BYTES)
let taken = random.length
let msecs = 0
let seq = 0

/**
 * A UUIDv7 (RFC 9562), greater than all earlier ones of this process. Random bytes are drawn for many ids at once, because
 * a system call for each id was a tenth of the cost of a chat message.
 */
export function newId(): string {
  if (taken === random.length) {
    randomFillSync(random)
    taken = 0
  }
  const bytes = random.subarray(taken, taken + ID_BYTES)
  taken += ID_BYTES
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    // 31 bits, so that counting up does not overflow soon.
    seq = new DataView(bytes.buffer, bytes.byteOffset + 6).getUint32(0) >>> 1
  } else {
    seq = (seq + 1) | 0
    if (seq === 0) msecs++
  }
  return v7({ msecs, seq, random: bytes })
}

/** Whether a row can have this id. */
export const isId = (id: string) => validate(id) && id === id.toLowerCase()
