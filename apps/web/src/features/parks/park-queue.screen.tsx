import '../../styles/mantine-field.css'
import { MAP_CENTRE, type ParkState } from '@barkyard/domain/parks'
import { TextInput } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useSearch } from '../../components/list-section.tsx'
import { Queue, QueueRow } from '../../components/queue.tsx'
import { useWaitingParks } from '../../lib/waiting.ts'
import { SCREENS } from '../../screens.ts'
import { AdminPage } from '../admin/admin-page.tsx'
import { useAddPark, useParkList } from './data.ts'
import { NO_FACTS, ParkForm } from './park-form.tsx'
import { ParkView } from './park-view.tsx'

const VIEWS = [
  ['waiting', 'Waiting', 'No suggestion waits.'],
  ['open', 'Open', 'No park is open.'],
  ['closed', 'Closed', 'No park has been closed.'],
] as const
const SOURCES = { 'built-in': 'Built in', admin: 'By an admin', import: 'Imported', owner: 'By an owner' }

function NewPark({ onDone }: { onDone: () => void }) {
  const add = useAddPark(onDone)
  return (
    <ParkForm
      start={{ name: '', address: '', facts: NO_FACTS, lat: MAP_CENTRE.lat, lng: MAP_CENTRE.lng }}
      hasAddress
      submit="Add the park"
      pending={add.isPending}
      onSubmit={fields => add.mutate(fields)}
    />
  )
}

/** Suggested parks that wait, oldest first, and the open and closed ones by name. */
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
        list={useParkList(state, search)}
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
