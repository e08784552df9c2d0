import { isCommonPassword } from '@barkyard/domain/common-passwords'
import { PASSWORD_MIN } from '@barkyard/domain/user'

interface PasswordHint {
  /** refused: the server would not accept it. */
  level: 'refused' | 'weak' | 'good'
  text: string
}

/** The length from which a password counts as good. Sign-ins are limited to a few attempts a minute. */
const GOOD_LENGTH = 12

/** A hint about a password while it is typed; null if it is empty. It works without a network. */
export function passwordHint(password: string): PasswordHint | null {
  if (password === '') return null
  const missing = PASSWORD_MIN - password.length
  if (missing > 0) return { level: 'refused', text: `${missing} more ${missing === 1 ? 'character' : 'characters'}` }
  if (isCommonPassword(password)) return { level: 'refused', text: 'Too many people use this password' }
  if (new Set(password).size < 4) return { level: 'weak', text: 'Weak: the same few characters over and over' }
  if (password.length < GOOD_LENGTH) return { level: 'weak', text: 'Fair: a few words in a row are stronger' }
  return { level: 'good', text: 'Good' }
}
