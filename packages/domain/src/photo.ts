export const PHOTOS_PER_DOG = 6
/** How long a deleted photo can be restored. */
export const PHOTO_RESTORE_MS = 60_000
export const PHOTO_MAX_BYTES = 8 * 1024 * 1024
/** Larger photos are refused before decoding, because a decoded pixel takes 4 bytes, whatever the file's size. */
export const PHOTO_MAX_PIXELS = 50_000_000
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
/** The longest side in pixels of the two stored sizes. */
export const PHOTO_THUMB_SIDE = 320
export const PHOTO_LARGE_SIDE = 1600

/** What the keys of evidence begin with. Their files are never public. */
const EVIDENCE = 'evidence-'
export const evidenceKey = (key: string) => `${EVIDENCE}${key}`
/** @param name of a file */
export const isEvidence = (name: string) => name.startsWith(EVIDENCE)
