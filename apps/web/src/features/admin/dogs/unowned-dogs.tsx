import { isolate } from '@barkyard/domain/isolate'
import type { AdminDog } from '@barkyard/domain/schemas/admin'
import { Link } from 'react-router-dom'
import { Button } from '../../../components/button.tsx'
import { DogPhoto } from '../../../components/dog-photo.tsx'
import section from '../../../components/list-section.module.css'
import { ListSection, useSearch } from '../../../components/list-section.tsx'
import { LoadMore } from '../../../components/load-more.tsx'
import { paged, useInfiniteList } from '../../../lib/list-pages.ts'
import { trpc } from '../../../trpc.ts'

export function UnownedDogs({ onAssign }: { onAssign: (dog: AdminDog) => void }) {
  const search = useSearch()
  const list = useInfiniteList<AdminDog>(
    trpc.admin.unownedDogs.useInfiniteQuery({ search: search.search, limit: 50 }, paged),
  )
  return (
    <ListSection
      id="unowned-dogs"
      title="Unowned Dogs"
      list={list}
      search={search}
      things="unowned dogs"
      searches="unowned dogs by name or breed"
      empty="Every dog has an owner."
    >
      {/* Its edge cuts a photo, not a button. */}
      <div className={`stack-16 ${section.box}`} style={{ maxHeight: 'min(560px, 72dvh)', padding: 20 }}>
        <ul className="stack-16" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(min(150px, 45%), 1fr))' }}>
          {list.items.map(dog => (
            <li key={dog.id} className="stack-8" style={{ gridTemplateRows: 'auto auto 1fr auto' }}>
              <Link to={`/dog/${dog.id}`} className="block" aria-label={`${isolate(dog.name)}'s profile`}>
                <DogPhoto photo={dog.photos[0]} name={dog.name} alt="" />
              </Link>
              <span className="display text-name breakable">{dog.name}</span>
              <span className="quiet text-small breakable">{dog.breed}</span>
              <Button
                size="sm"
                className="target"
                aria-label={`Assign Owner to ${isolate(dog.name)}`}
                onClick={() => onAssign(dog)}
              >
                Assign Owner
              </Button>
            </li>
          ))}
        </ul>
        <LoadMore list={list} what="dogs" />
      </div>
    </ListSection>
  )
}
