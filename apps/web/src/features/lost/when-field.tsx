import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { timeWords } from './ago-words.ts'
import { Choices } from './parts.tsx'

const MINUTE = 60_000
const AGO = [
  { value: '0', label: 'Just now' },
  { value: '30', label: '30 minutes ago' },
  { value: '60', label: '1 hour ago' },
  { value: '180', label: '3 hours ago' },
] as const
const OTHER = { value: 'other', label: 'Another time' } as const
type Chip = (typeof AGO)[number]['value'] | 'other'

/** For a field of the browser: local time without a zone. */
function localText(time: string): string {
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16)
}

interface WhenFieldProps {
  legend: string
  value: string
  onChange: (value: string) => void
}

/** When it was: a tap for what is usual, a field for the rest. */
export function WhenField({ legend, value, onChange }: WhenFieldProps) {
  const [chip, setChip] = useState<Chip>(() => (Date.now() - Date.parse(value) < 2 * MINUTE ? '0' : 'other'))
  return (
    <div className="stack-12">
      <Choices
        isShort
        legend={legend}
        options={[...AGO, OTHER]}
        chosen={chip}
        onChoose={next => {
          setChip(next)
          if (next !== 'other') onChange(new Date(Date.now() - Number(next) * MINUTE).toISOString())
        }}
      />
      {chip === 'other' ? (
        <TextInput
          size="lg"
          type="datetime-local"
          label="Date and time"
          value={localText(value)}
          max={localText(new Date().toISOString())}
          onChange={({ currentTarget }) => {
            const at = new Date(currentTarget.value)
            if (!Number.isNaN(at.getTime())) onChange(at.toISOString())
          }}
        />
      ) : (
        <p className="quiet">That was {timeWords(value)}.</p>
      )}
    </div>
  )
}
