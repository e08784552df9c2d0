import { MODERATOR_SUSPENDS_DAYS } from '@barkyard/domain/rights'
import { TextInput } from '@mantine/core'

/** When a chosen day begins where the admin is. A bare date would begin in London, which can be the day before here. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00`)

/** The day in some days, as a date field writes it. */
function dayIn(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return day.toLocaleDateString('sv-SE')
}

interface UntilFieldProps {
  /** "2026-12-01"; empty: permanent. */
  value: string
  onChange: (value: string) => void
  /** Whether it may have no end, or one that is far off. */
  mayBePermanent?: boolean
}

export const UntilField = ({ value, onChange, mayBePermanent = true }: UntilFieldProps) => (
  <TextInput
    type="date"
    label={mayBePermanent ? 'Until (empty: permanent)' : `Until (${MODERATOR_SUSPENDS_DAYS} days at most)`}
    min={dayIn(1)}
    {...(!mayBePermanent && { max: dayIn(MODERATOR_SUSPENDS_DAYS), required: true })}
    value={value}
    onChange={event => onChange(event.currentTarget.value)}
  />
)
