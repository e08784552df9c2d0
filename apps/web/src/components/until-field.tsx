import '../styles/mantine-field.css'
import { TextInput } from '@mantine/core'

/** When a chosen day begins where the admin is. A bare date would begin in London, which can be the day before here. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00`)

const twoDigits = (part: number) => String(part).padStart(2, '0')

/** Tomorrow, as a date field writes it. */
function tomorrow(): string {
  const day = new Date()
  day.setDate(day.getDate() + 1)
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`
}

interface UntilFieldProps {
  /** "2026-12-01"; empty: permanent. */
  value: string
  onChange: (value: string) => void
}

/** Asks for the day on which a suspension ends. */
export const UntilField = ({ value, onChange }: UntilFieldProps) => (
  <TextInput
    type="date"
    label="Until (empty: permanent)"
    min={tomorrow()}
    value={value}
    onChange={event => onChange(event.currentTarget.value)}
  />
)
