import { isCommonPassword } from '@barkyard/domain/common-passwords'
import { PASSWORD_MIN } from '@barkyard/domain/user'

export interface PasswordHint {
  /** refused: the server would not take it. */
  level: 'refused' | 'weak' | 'good'
  text: string
}

/** From here on we call a password good: guessing by sign-in is limited to a few tries a minute. */
const GOOD_LENGTH = 12

/** What to say about a password while it is typed, or null where nothing is typed yet. Needs no network. */
export function passwordHint(password: string): PasswordHint | null {
  if (password === '') return null
  const missing = PASSWORD_MIN - password.length
  if (missing > 0) return { level: 'refused', text: `${missing} more ${missing === 1 ? 'character' : 'characters'}` }
  if (isCommonPassword(password)) return { level: 'refused', text: 'Too many people use this password' }
  if (new Set(password).size < 4) return { level: 'weak', text: 'Weak: the same few characters over and over' }
  if (password.length < GOOD_LENGTH) return { level: 'weak', text: 'Fair: a few words in a row are stronger' }
  return { level: 'good', text: 'Good' }
}
