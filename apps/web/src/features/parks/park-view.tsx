import { PARK_REASON_MAX } from '@barkyard/domain/parks'
import type { AdminPark } from '@barkyard/domain/schemas/park'
import { Button } from '../../components/button.tsx'
import { ChangedNote, useReason } from '../../components/reason-field.tsx'
import { useClosePark, useDecidePark, useEditPark } from './data.ts'
import { type ParkFields, ParkForm } from './park-form.tsx'

interface ParkViewProps {
  park: AdminPark
  /** Whether it has left the list: another admin decided or closed it. */
  isGone: boolean
  onDone: () => void
}

const fieldsOf = ({ name, address, facts, lat, lng }: AdminPark): ParkFields => ({ name, address, facts, lat, lng })

const formOf = (park: AdminPark) => ({ start: fieldsOf(park), hasAddress: true, id: park.id })

/** A park at street level, with what may be done with it in its state. */
export function ParkView({ park, isGone, onDone }: ParkViewProps) {
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
      <ChangedNote version={park.version} text="The park has changed since you opened it. Look again." />
      {park.state === 'waiting' ? <Decision park={park} onDone={onDone} /> : <Open park={park} onDone={onDone} />}
    </div>
  )
}

type PartProps = Omit<ParkViewProps, 'isGone'>

/** Approves a suggestion as the form has it by then, or refuses it. */
function Decision({ park, onDone }: PartProps) {
  const { id, version } = park
  const { reason, isGiven, field } = useReason('Reason (sent to who suggested it, needed to refuse)', PARK_REASON_MAX)
  const edit = useEditPark(() => {})
  const decide = useDecidePark(onDone)
  const pending = edit.isPending || decide.isPending
  const approve = async (fields: ParkFields) => {
    const isSame = JSON.stringify(fields) === JSON.stringify(fieldsOf(park))
    try {
      const latest = isSame ? park : await edit.mutateAsync({ id, version, ...fields })
      await decide.mutateAsync({ id, version: latest.version, approve: true, reason })
    } catch {
      // The hook has shown the error.
    }
  }
  return (
    <ParkForm
      {...formOf(park)}
      submit="Approve"
      pending={pending}
      onSubmit={approve}
      more={
        <Button
          variant="outline"
          color="collar"
          aria-disabled={pending}
          onClick={() => isGiven() && !pending && decide.mutate({ id, version, approve: false, reason })}
        >
          Refuse
        </Button>
      }
    >
      <p className="quiet">Look closely: a home cannot be a park. It opens where the pin is.</p>
      {field}
    </ParkForm>
  )
}

function Open({ park, onDone }: PartProps) {
  const { id, version } = park
  const { reason, field } = useReason('Reason for closing it (plans that were made there stay)', PARK_REASON_MAX)
  const edit = useEditPark(onDone)
  const close = useClosePark(onDone)
  const isFixed = park.source === 'built-in'
  const pending = edit.isPending || close.isPending
  return (
    <ParkForm
      {...formOf(park)}
      isFixed={isFixed}
      submit="Save"
      pending={pending}
      onSubmit={fields => edit.mutate({ id, version, ...fields })}
      more={
        isFixed ? null : (
          <Button
            variant="outline"
            color="collar"
            aria-disabled={pending}
            onClick={() => pending || close.mutate({ id, version, reason })}
          >
            Close this park
          </Button>
        )
      }
    >
      {isFixed ? null : field}
    </ParkForm>
  )
}
