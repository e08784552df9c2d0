/** The side of the grey picture from which a hash is made, in pixels. */
export const HASH_SIDE = 32
/** Two photos whose hashes differ in at most this many bits count as the same picture. */
export const SAME_PHOTO_BITS = 4

/** The side of the block of low frequencies that is compared: 64 bits. */
const LOW = 8
/** A picture with fewer distinct frequencies (one colour, a plain gradient) has no hash, because many look alike. */
const DETAILS_MIN = 12
/** The least strength of a frequency that counts as a detail, in shades of grey. */
const DETAIL = 2

const COSINES = Array.from({ length: LOW }, (_, frequency) =>
  Array.from({ length: HASH_SIDE }, (__, at) => Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * HASH_SIDE))),
)

/**
 * The perceptual hash of a picture: which of its 64 lowest frequencies are stronger than their median (a discrete cosine
 * transform). It survives scaling and another compression, and hardly differs between two copies of a photo.
 * @param grey HASH_SIDE × HASH_SIDE shades from 0 to 255, row by row.
 * @returns a signed 64-bit number; null for a picture without enough detail to tell it from others.
 */
export function photoHash(grey: Uint8Array): bigint | null {
  const rows = Array.from({ length: HASH_SIDE }, (_, y) =>
    COSINES.map(cosines => cosines.reduce((sum, cosine, x) => sum + cosine * (grey[y * HASH_SIDE + x] ?? 0), 0)),
  )
  const frequencies = COSINES.flatMap(cosines =>
    Array.from(
      { length: LOW },
      (_, across) => cosines.reduce((sum, cosine, y) => sum + cosine * (rows[y]?.[across] ?? 0), 0) / (2 * HASH_SIDE),
    ),
  )
  if (frequencies.slice(1).filter(strength => Math.abs(strength) >= DETAIL).length < DETAILS_MIN) return null
  const sorted = [...frequencies].sort((a, b) => a - b)
  const median = ((sorted[31] ?? 0) + (sorted[32] ?? 0)) / 2
  return BigInt.asIntN(
    64,
    frequencies.reduce((bits, strength) => (bits << 1n) | (strength > median ? 1n : 0n), 0n),
  )
}
