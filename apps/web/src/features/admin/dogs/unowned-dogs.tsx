import { isolate } from '@barkyard/domain/isolate'
import type { AdminDog } from '@barkyard/domain/schemas/admin'
import { useElementSize } from '@mantine/hooks'
import { Link } from 'react-router-dom'
import { Button } from '../../../components/button.tsx'
import { DogPhoto } from '../../../components/dog-photo.tsx'
import section from '../../../components/list-section.module.css'
import { ListSection, useSearch } from '../../../components/list-section.tsx'
import type { InfiniteList } from '../../../lib/list-pages.ts'
import { useWindowRows } from '../../../lib/window-rows.ts'
import { useUnownedDogs } from '../data.ts'

const GAP = 16
const SIDE = 20
const LEAST_CARD = 150

interface UnownedDogsProps {
  onAssign: (dog: AdminDog) => void
}

function Grid({ list, width, onAssign }: UnownedDogsProps & { list: InfiniteList<AdminDog>; width: number }) {
  const { items, total } = list
  const columns = Math.max(2, Math.floor((width - 2 * SIDE + GAP) / (LEAST_CARD + GAP)))
  const rows = useWindowRows({
    count: Math.ceil(items.length / columns),
    estimate: 300,
    gap: GAP,
    keyOf: row => `${columns} ${items[row * columns]?.id ?? row}`,
    onNearEnd: list.loadMore,
  })
  const [first, last] = [rows.shown.at(0) ?? 0, rows.shown.at(-1) ?? -1]
  const from = first * columns
  return (
    // Its edge cuts a photo, not a button.
    <div ref={rows.boxRef} className={section.box} style={{ maxHeight: 'min(560px, 72dvh)' }}>
      <ul
        style={{
          display: 'grid',
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gap: GAP,
          padding: `${rows.before + SIDE}px ${SIDE}px ${rows.after + SIDE}px`,
        }}
      >
        {items.slice(from, (last + 1) * columns).map((dog, at) => (
          <li
            key={dog.id}
            className="stack-8"
            style={{ gridTemplateRows: 'auto auto 1fr auto' }}
            // The first card is as tall as its row, so only that one is measured.
            ref={at % columns === 0 ? rows.measure : undefined}
            data-index={first + Math.floor(at / columns)}
            aria-posinset={from + at + 1}
            aria-setsize={total ?? -1}
          >
            <Link to={`/dog/${dog.id}`} className="block" aria-label={`${isolate(dog.name)}'s profile`}>
              <DogPhoto photo={dog.photos[0]} name={dog.name} alt="" />
            </Link>
            <span className="display text-name breakable">{dog.name}</span>
            <span className="quiet text-small breakable">{dog.breed}</span>
            <Button size="sm" className="target" onClick={() => onAssign(dog)}>
              Assign Owner
              <span className="visually-hidden">
                {' '}
                to <bdi>{dog.name}</bdi>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Dogs without an owner, as cards. The panel shows them only if there are any. */
export function UnownedDogs({ onAssign }: UnownedDogsProps) {
  const search = useSearch()
  const list = useUnownedDogs(search.search)
  const { ref, width } = useElementSize()
  return (
    <div ref={ref}>
      <ListSection
        id="unowned-dogs"
        title="Unowned Dogs"
        list={list}
        search={search}
        things="unowned dogs"
        searches="unowned dogs by name or breed"
        empty="Every dog has an owner."
      >
        <Grid list={list} width={width} onAssign={onAssign} />
      </ListSection>
    </div>
  )
}
