import { MAP_CENTRE, PARK_REASON_MAX, type ParkState } from '@barkyard/domain/parks'
import type { AdminPark } from '@barkyard/domain/schemas/park'
import { TextInput } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { AdminPage, useWaitingParks } from '../../components/admin-page.tsx'
import { Button } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useSearch } from '../../components/list-section.tsx'
import { ChangedNote, Queue, QueueRow, useReason } from '../../components/queue.tsx'
import { paged, useInfiniteList } from '../../lib/list-pages.ts'
import { told } from '../../lib/toast.ts'
import { SCREENS } from '../../screens.ts'
import { trpc } from '../../trpc.ts'
import { type ParkFields, ParkForm, parkAt } from './park-form.tsx'

const VIEWS = [
  ['waiting', 'Waiting', 'No suggestion waits.'],
  ['open', 'Open', 'No park is open.'],
  ['closed', 'Closed', 'No park has been closed.'],
] as const
const SOURCES = { 'built-in': 'Built in', admin: 'By an admin', import: 'Imported', owner: 'By an owner' }

/** After a failure the list is read again: somebody may have changed the park meanwhile. */
function useChanged() {
  const utils = trpc.useUtils()
  return (title: (park: AdminPark) => string, failed: string, onDone?: () => void) =>
    told(title, failed, onDone, () => utils.admin.parks.invalidate())
}

function NewPark({ onDone }: { onDone: () => void }) {
  const changed = useChanged()
  const add = trpc.admin.addPark.useMutation(
    changed(({ name }) => `${name} is a park now`, 'Failed to add the park', onDone),
  )
  return (
    <ParkForm
      start={parkAt(MAP_CENTRE)}
      hasAddress
      submit="Add the park"
      pending={add.isPending}
      onSubmit={fields => add.mutate(fields)}
    />
  )
}

interface ParkViewProps {
  park: AdminPark
  isGone: boolean
  onDone: () => void
}

function ParkView({ park, isGone, onDone }: ParkViewProps) {
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
      <Decision key={park.state} park={park} onDone={onDone} />
    </div>
  )
}

/** Approves a suggestion as the form has it by then, or refuses it. An open park is changed or closed. */
function Decision({ park, onDone }: Omit<ParkViewProps, 'isGone'>) {
  const { id, version, name, address, facts, lat, lng } = park
  const start = { name, address, facts, lat, lng }
  const isWaiting = park.state === 'waiting'
  const isFixed = park.source === 'built-in'
  const label = isWaiting
    ? 'Reason (sent to who suggested it, needed to refuse)'
    : 'Reason for closing it (plans that were made there stay)'
  const { reason, isGiven, field } = useReason({ label, maxLength: PARK_REASON_MAX })
  const changed = useChanged()
  const edit = trpc.admin.editPark.useMutation(
    changed(() => 'Saved', 'Failed to save the park', isWaiting ? undefined : onDone),
  )
  const decide = trpc.admin.decidePark.useMutation(
    changed(({ state }) => (state === 'open' ? 'Approved' : 'Refused'), 'Failed to decide', onDone),
  )
  const close = trpc.admin.closePark.useMutation(
    changed(closed => `${closed.name} is closed`, 'Failed to close the park', onDone),
  )
  const pending = edit.isPending || decide.isPending || close.isPending
  const approve = (latest: AdminPark) => decide.mutate({ id, version: latest.version, approve: true, reason })
  const submit = (fields: ParkFields) => {
    if (isWaiting && JSON.stringify(fields) === JSON.stringify(start)) return approve(park)
    if (!isWaiting) return edit.mutate({ id, version, ...fields })
    // Also once the dialog is closed. A failure has been told.
    edit.mutateAsync({ id, version, ...fields }).then(approve, () => undefined)
  }
  const end = () => {
    if (!isWaiting) close.mutate({ id, version, reason })
    else if (isGiven()) decide.mutate({ id, version, approve: false, reason })
  }
  return (
    <ParkForm
      start={start}
      hasAddress
      id={id}
      isFixed={isFixed}
      submit={isWaiting ? 'Approve' : 'Save'}
      pending={pending}
      onSubmit={submit}
      more={
        isFixed ? null : (
          <Button variant="outline" color="collar" aria-disabled={pending} onClick={end}>
            {isWaiting ? 'Refuse' : 'Close this park'}
          </Button>
        )
      }
    >
      {isWaiting ? <p className="quiet">Look closely: a home cannot be a park. It opens where the pin is.</p> : null}
      {isFixed ? null : field}
    </ParkForm>
  )
}

export function Component() {
  const [state, setState] = useState<ParkState>('waiting')
  const [isAdding, setAdding] = useState(false)
  const { search, ...field } = useSearch()
  return (
    <AdminPage title={SCREENS.adminParks.title}>
      <Queue
        title="Parks"
        waiting={useWaitingParks()}
        what="parks"
        list={useInfiniteList<AdminPark>(trpc.admin.parks.useInfiniteQuery({ state, query: search, limit: 50 }, paged))}
        views={VIEWS}
        shown={state}
        onShow={setState}
        search={search}
        controls={
          <>
            <TextInput
              type="search"
              aria-label="Search parks by name"
              placeholder="Search"
              value={field.typed}
              maxLength={100}
              onChange={event => field.setTyped(event.currentTarget.value)}
            />
            <Button variant="default" onClick={() => setAdding(true)}>
              Add a park
            </Button>
          </>
        }
        rowOf={(park, onOpen) => (
          <QueueRow
            face={<IconMapPin size={28} aria-hidden="true" />}
            title={park.name}
            facts={park.address || `${park.lat.toFixed(4)}, ${park.lng.toFixed(4)}`}
            tags={<CollarTag>{SOURCES[park.source]}</CollarTag>}
            onOpen={onOpen}
          />
        )}
        dialogTitle="Park"
        view={(park, about) => <ParkView key={park.id} park={park} {...about} />}
      />
      <Dialog opened={isAdding} onClose={() => setAdding(false)} title="Add a park" size="lg" keepsClicks>
        {isAdding ? <NewPark onDone={() => setAdding(false)} /> : null}
      </Dialog>
    </AdminPage>
  )
}
