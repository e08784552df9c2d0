import { isolate } from '@barkyard/domain/isolate'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { FormButtons } from '../../components/form-buttons.tsx'
import type { Opened } from '../../components/mounted-when-opened.tsx'
import { useReason } from '../../components/queue.tsx'
import { startOfDay, UntilField } from '../../components/until-field.tsx'
import { isSameName } from '../../lib/words.ts'

interface Entered {
  statement: string
  /** The end of a suspension. Absent: permanent, or no suspension. */
  until?: string
}

interface StatementDialogProps extends Opened {
  title: string
  text: string
  button: string
  pending: boolean
  /** Who is suspended: it asks for the end, and without one for this name. */
  suspends?: string
  onSubmit: (entered: Entered) => void
}

export const StatementDialog = ({ opened, onClose, title, pending, ...form }: StatementDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title={title} pending={pending} keepsClicks>
    <StatementForm pending={pending} onClose={onClose} {...form} />
  </Dialog>
)

function StatementForm(props: Omit<StatementDialogProps, 'opened' | 'title'>) {
  const { text, button, pending, suspends, onClose, onSubmit } = props
  const action = suspends ? 'suspend' : 'hide-dog'
  const { reason: statement, field } = useReason({ action, required: true, 'data-autofocus': true })
  const [until, setUntil] = useState('')
  const [typed, setTyped] = useState('')
  const needsName = suspends !== undefined && until === ''
  const isReady = statement.trim() !== '' && (!needsName || isSameName(typed, suspends))
  return (
    <form
      className="stack-16"
      onSubmit={event => {
        event.preventDefault()
        if (isReady) onSubmit({ statement, ...(until && { until: startOfDay(until).toISOString() }) })
      }}
    >
      <p>{text}</p>
      {field}
      {suspends ? <UntilField value={until} onChange={setUntil} /> : null}
      {needsName ? (
        <TextInput
          label={`It does not end by itself. Type ${isolate(suspends)} to confirm`}
          autoComplete="off"
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
      ) : null}
      <FormButtons
        label={button}
        pendingLabel="Deciding..."
        pending={pending}
        disabled={!isReady}
        destructive
        stays
        onCancel={onClose}
      />
    </form>
  )
}
