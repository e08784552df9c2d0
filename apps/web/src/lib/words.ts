import { ADMIN_TOTAL_MAX } from '@barkyard/domain/admin'

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()

export const addressOf = ({ email }: { email: string | null }) => email ?? 'e-mail unknown'

/** "1 dog", "3 dogs". */
export const dogCountLabel = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'dog' : 'dogs'}`

// Made once: making one takes longer than drawing a row of a list.
const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
/** Hour and minute, as the reader's region writes them. @param time ISO 8601. */
export const clockTime = (time: string) => clock.format(new Date(time))

/** "Nov 21, 2026, 4:05 PM". @param time ISO 8601. */
export const momentOf = (time: string) =>
  new Date(time).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** "Nov 21, 2026". @param time ISO 8601; a calendar day has no time zone. */
export const dayOf = (time: string) =>
  new Date(time).toLocaleDateString('en-US', { dateStyle: 'medium', ...(time.length === 10 && { timeZone: 'UTC' }) })

/** The total of a list as text: "1,234", or "100,000+" if counting stopped there. */
export const totalText = (total: number) => `${total.toLocaleString('en-US')}${total === ADMIN_TOTAL_MAX ? '+' : ''}`

/** Whether a name was typed, however its spaces and capitals are. */
export function isSameName(typed: string, name: string): boolean {
  const folded = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
  return folded(typed) === folded(name)
}
