import { isolate } from '@barkyard/domain/isolate'
import '../../styles/mantine-field.css'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { dogCountLabel } from '../../lib/words.ts'

/** Decisions about an owner that are asked for again. */
export type FinalAction = 'suspend' | 'delete-user'

const WORDS: Record<FinalAction, { title: (name: string) => string; text: (dogs: string) => string; button: string }> =
  {
    suspend: {
      title: name => `Suspend ${isolate(name)} for good?`,
      text: () =>
        'Their dogs are hidden and their playdates are cancelled. It does not end by itself: it is for good, unless an appeal reverses it.',
      button: 'Suspend the owner',
    },
    'delete-user': {
      title: name => `Delete ${isolate(name)}'s account?`,
      text: dogs =>
        `All their dogs${dogs}, photos, matches and messages are deleted with it. This cannot be undone, not even by an appeal.`,
      button: 'Delete the owner',
    },
  }

const folded = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

interface ConfirmByNameProps {
  /** null: closed. */
  action: FinalAction | null
  /** The owner's full name. */
  name: string
  /** How many dogs the owner has; undefined while it is unknown. */
  dogCount: number | undefined
  pending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for the owner's name before a decision that cannot simply be taken back. */
export function ConfirmByName({ action, name, dogCount, pending, onConfirm, onClose }: ConfirmByNameProps) {
  const [last, setLast] = useState<FinalAction>('suspend')
  // The words stay while the dialog closes.
  if (action && action !== last) setLast(action)
  const words = WORDS[action ?? last]
  return (
    <Dialog opened={action !== null} onClose={onClose} title={words.title(name)} pending={pending} keepsClicks>
      <NameForm
        key={action}
        words={words}
        name={name}
        dogCount={dogCount}
        pending={pending}
        onConfirm={onConfirm}
        onClose={onClose}
      />
    </Dialog>
  )
}

type NameFormProps = Omit<ConfirmByNameProps, 'action'> & { words: (typeof WORDS)[FinalAction] }

function NameForm({ words, name, dogCount, pending, onConfirm, onClose }: NameFormProps) {
  const [typed, setTyped] = useState('')
  const isRight = folded(typed) === folded(name)
  return (
    <form
      className="stack-16"
      onSubmit={event => {
        event.preventDefault()
        if (isRight) onConfirm()
      }}
    >
      <p>{words.text(dogCount === undefined ? '' : ` (${dogCountLabel(dogCount)})`)}</p>
      <TextInput
        label={`Type ${isolate(name)} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <div className="row-12 end">
        <Button variant="default" onClick={onClose} aria-disabled={pending}>
          Cancel
        </Button>
        <Button type="submit" color="collar" disabled={!isRight} aria-disabled={pending}>
          {pending ? 'Deciding...' : words.button}
        </Button>
      </div>
    </form>
  )
}
