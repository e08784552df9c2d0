import { Textarea } from '@mantine/core'
import { useState } from 'react'

/** What a moderator says about a decision, with its field. `isGiven` asks for it where it is missing. */
export function useReason(label: string, maxLength: number, missing = 'Say why, so that the owner understands.') {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  return {
    reason,
    isGiven: () => {
      setMissing(!reason.trim())
      return reason.trim() !== ''
    },
    field: (
      <Textarea
        label={label}
        maxLength={maxLength}
        value={reason}
        error={isMissing ? missing : null}
        onChange={event => {
          setReason(event.currentTarget.value)
          setMissing(false)
        }}
      />
    ),
  }
}

/** Says that something has changed since it was opened to be decided. */
export function ChangedNote({ version, text }: { version: number; text: string }) {
  const [firstVersion] = useState(version)
  return (
    <p role="status" className="quiet breakable">
      {version === firstVersion ? null : text}
    </p>
  )
}
