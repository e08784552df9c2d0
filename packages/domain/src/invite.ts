import type { Photo } from './schemas/photo.ts'

/** The code in an invitation's link: 16 random bytes in base64url. */
export const isInviteCode = (text: unknown): text is string => typeof text === 'string' && /^[\w-]{22}$/.test(text)

export interface Inviter {
  firstName: string
  dogName: string
  photo: Photo | null
}
