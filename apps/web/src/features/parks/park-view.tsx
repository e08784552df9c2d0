import '../../styles/mantine-field.css'
import { PARK_REASON_MAX } from '@barkyard/domain/parks'
import type { AdminPark } from '@barkyard/domain/schemas/park'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useClosePark, useDecidePark, useEditPark } from './data.ts'
import { type ParkFields, ParkForm } from './park-form.tsx'

interface ParkViewProps {
  park: AdminPark
  /** Whether it has left the list: another admin decided or closed it. */
  isGone: boolean
  onDone: () => void
}

const fieldsOf = ({ name, address, facts, lat, lng }: AdminPark): ParkFields => ({ name, address, facts, lat, lng })

/** A park at street level, with what may be done with it in its state. */
export function ParkView({ park, isGone, onDone }: ParkViewProps) {
  const [firstVersion] = useState(park.version)
  if (isGone) return <p role="status">This park is no longer in this list: another admin has changed it.</p>
  if (park.state === 'closed')
    return (
      <div className="stack-12">
        <h3 className="text-lead breakable">
          <bdi>{park.name}</bdi>
        </h3>
        <p>
          {park.lat}, {park.lng}
        </p>
        <p className="breakable">{park.reason ?? 'No reason was given.'}</p>
      </div>
    )
  return (
    <div className="stack-16">
      <p role="status" className="quiet">
        {park.version === firstVersion ? null : 'The park has changed since you opened it. Look again.'}
      </p>
      {park.state === 'waiting' ? <Decision park={park} onDone={onDone} /> : <Open park={park} onDone={onDone} />}
    </div>
  )
}

interface ReasonProps {
  label: string
  value: string
  problem: string | null
  onChange: (reason: string) => void
}

const Reason = ({ label, value, problem, onChange }: ReasonProps) => (
  <Textarea
    label={label}
    autosize
    minRows={2}
    maxLength={PARK_REASON_MAX}
    value={value}
    error={problem}
    onChange={event => onChange(event.currentTarget.value)}
  />
)

type PartProps = Omit<ParkViewProps, 'isGone'>

/** Approves a suggestion as the form has it by then, or refuses it. */
function Decision({ park, onDone }: PartProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const edit = useEditPark(() => {})
  const decide = useDecidePark(onDone)
  const pending = edit.isPending || decide.isPending
  const approve = async (fields: ParkFields) => {
    const isSame = JSON.stringify(fields) === JSON.stringify(fieldsOf(park))
    const { id } = park
    try {
      const { version } = isSame ? park : await edit.mutateAsync({ id, version: park.version, ...fields })
      await decide.mutateAsync({ id, version, approve: true, reason })
    } catch {
      // The hook has shown the error.
    }
  }
  const refuse = () => {
    if (!reason.trim()) setProblem('Say why, so that the owner understands.')
    else if (!pending) decide.mutate({ id: park.id, version: park.version, approve: false, reason })
  }
  return (
    <ParkForm
      start={fieldsOf(park)}
      isPlaced
      hasAddress
      id={park.id}
      submit="Approve"
      pending={pending}
      onSubmit={approve}
      more={
        <Button variant="outline" color="collar" aria-disabled={pending} onClick={refuse}>
          Refuse
        </Button>
      }
    >
      <p className="quiet">Look closely: a home cannot be a park. It opens where the pin is.</p>
      <Reason
        label="Reason (sent to who suggested it, needed to refuse)"
        value={reason}
        problem={problem}
        onChange={text => {
          setReason(text)
          setProblem(null)
        }}
      />
    </ParkForm>
  )
}

/** Changes or closes an open park. */
function Open({ park, onDone }: PartProps) {
  const [reason, setReason] = useState('')
  const edit = useEditPark(onDone)
  const close = useClosePark(onDone)
  const isFixed = park.source === 'built-in'
  const pending = edit.isPending || close.isPending
  return (
    <ParkForm
      start={fieldsOf(park)}
      isPlaced
      hasAddress
      isFixed={isFixed}
      id={park.id}
      submit="Save"
      pending={pending}
      onSubmit={fields => edit.mutate({ id: park.id, version: park.version, ...fields })}
      more={
        isFixed ? null : (
          <Button
            variant="outline"
            color="collar"
            aria-disabled={pending}
            onClick={() => pending || close.mutate({ id: park.id, version: park.version, reason })}
          >
            Close this park
          </Button>
        )
      }
    >
      {isFixed ? null : (
        <Reason
          label="Reason for closing it (plans that were made there stay)"
          value={reason}
          problem={null}
          onChange={setReason}
        />
      )}
    </ParkForm>
  )
}
