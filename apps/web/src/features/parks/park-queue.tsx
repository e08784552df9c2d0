import '../../styles/mantine-field.css'
import { MAP_CENTRE, type ParkState } from '@barkyard/domain/parks'
import type { AdminPark } from '@barkyard/domain/schemas/park'
import { TextInput } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { useSearch } from '../../components/list-section.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { PillChoice } from '../../components/pill-choice.tsx'
import { QueueRow, queueRows } from '../../components/queue-row.tsx'
import { Card } from '../../components/settings-card.tsx'
import { useAddPark, useParkList, useWaiting } from './data.ts'
import { NO_FACTS, ParkForm } from './park-form.tsx'
import { ParkView } from './park-view.tsx'
import classes from './parks.module.css'

const VIEWS: readonly [ParkState, string][] = [
  ['waiting', 'Waiting'],
  ['open', 'Open'],
  ['closed', 'Closed'],
]
const EMPTY = {
  waiting: 'No suggestion waits.',
  open: 'No open park has such a name.',
  closed: 'No park has been closed.',
}
const SOURCES = { 'built-in': 'Built in', admin: 'By an admin', import: 'Imported', owner: 'By an owner' }

function NewPark({ onDone }: { onDone: () => void }) {
  const add = useAddPark(onDone)
  return (
    <ParkForm
      start={{ name: '', address: '', facts: NO_FACTS, lat: MAP_CENTRE.lat, lng: MAP_CENTRE.lng }}
      isPlaced={false}
      hasAddress
      submit="Add the park"
      pending={add.isPending}
      onSubmit={fields => add.mutate(fields)}
    />
  )
}

/** Suggested parks that wait, oldest first, and the open and closed ones by name. */
export function ParkQueue() {
  const [shown, setShown] = useState<ParkState>('waiting')
  const [opened, setOpened] = useState<AdminPark | 'new' | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const search = useSearch()
  const list = useParkList(shown, search.search)
  const waiting = useWaiting()
  const [closings, setClosings] = useState(0)
  const close = () => setOpened(null)
  // The row may have gone, so the focus had nowhere to return to.
  useEffect(() => {
    if (closings > 0 && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [closings])
  // Its latest version, or as it was opened once it is no longer in this list.
  const park = typeof opened === 'object' ? opened : null
  const current = list.items.find(({ id }) => id === park?.id)
  return (
    <>
      <Card title={waiting > 0 ? `Parks (${waiting} waiting)` : 'Parks'} headingRef={heading}>
        <div className={classes.head}>
          <PillChoice legend="Which parks to show" value={shown} options={VIEWS} onChange={setShown} />
          <TextInput
            type="search"
            aria-label="Search parks by name"
            placeholder="Search"
            value={search.typed}
            maxLength={100}
            onChange={event => search.setTyped(event.currentTarget.value)}
          />
          <Button variant="default" onClick={() => setOpened('new')}>
            Add a park
          </Button>
        </div>
        {list.failed ? (
          <ErrorState title="We couldn't load the parks" onRetry={list.retry} />
        ) : list.loading ? (
          <SkeletonRows rows={3} />
        ) : list.items.length === 0 ? (
          <EmptyState mood="asleep" text={search.search ? `Nothing found for “${search.search}”.` : EMPTY[shown]} />
        ) : (
          <>
            <ul className={queueRows} aria-label="Parks">
              {list.items.map(one => (
                <li key={one.id}>
                  <QueueRow
                    face={<IconMapPin size={28} aria-hidden="true" />}
                    title={one.name}
                    facts={one.address || `${one.lat.toFixed(4)}, ${one.lng.toFixed(4)}`}
                    tags={<CollarTag>{SOURCES[one.source]}</CollarTag>}
                    onOpen={() => setOpened(one)}
                  />
                </li>
              ))}
            </ul>
            <LoadMore list={list} what="parks" />
          </>
        )}
      </Card>
      <Dialog
        opened={opened !== null}
        onClose={close}
        onClosed={() => setClosings(closings + 1)}
        title={opened === 'new' ? 'Add a park' : 'Park'}
        size="lg"
        keepsClicks
      >
        {opened === 'new' ? <NewPark onDone={close} /> : null}
        {park ? <ParkView key={park.id} park={current ?? park} isGone={current === undefined} onDone={close} /> : null}
      </Dialog>
    </>
  )
}
