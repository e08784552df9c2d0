import { isolate } from '@barkyard/domain/isolate'
import type { AdminDog, AdminUser } from '@barkyard/domain/schemas/admin'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { AdminPage } from '../../components/admin-page.tsx'
import { Button } from '../../components/button.tsx'
import { DogPhoto } from '../../components/dog-photo.tsx'
import section from '../../components/list-section.module.css'
import { focusSection, ListSection, useSearch } from '../../components/list-section.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { afterPaint } from '../../lib/after-paint.ts'
import { paged, useInfiniteList } from '../../lib/list-pages.ts'
import { SCREENS } from '../../screens.ts'
import { trpc } from '../../trpc.ts'
import { AllDogs } from './dogs/all-dogs.tsx'
import { TransferDialog } from './dogs/transfer-dialog.tsx'
import { AllUsers } from './users/all-users.tsx'
import { UserDogsDialog } from './users/user-dogs-dialog.tsx'

export function Component() {
  // A transfer returns to the user it was opened from.
  const [user, setUser] = useState<AdminUser | null>(null)
  const [dog, setDog] = useState<AdminDog | null>(null)
  const unowned = trpc.admin.unownedDogs.useQuery({ limit: 1 }, { throwOnError: false, staleTime: 0 }).data?.total ?? 0
  const { pathname, key } = useLocation()
  const atUsers = pathname === '/admin/users'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a way that is taken again leads there again
  useEffect(() => {
    // After the heading of a new page took the focus.
    if (atUsers) return afterPaint(() => focusSection('users'))
  }, [atUsers, key])
  const users = <AllUsers key="users" onOpen={setUser} />
  return (
    <AdminPage title={SCREENS.admin.title}>
      {atUsers ? users : null}
      <AllDogs />
      {unowned > 0 ? <UnownedDogs onAssign={setDog} /> : null}
      {atUsers ? null : users}
      <UserDogsDialog user={dog ? null : user} onClose={() => setUser(null)} onTransfer={setDog} />
      <TransferDialog dog={dog} onClose={() => setDog(null)} />
    </AdminPage>
  )
}

function UnownedDogs({ onAssign }: { onAssign: (dog: AdminDog) => void }) {
  const search = useSearch()
  const list = useInfiniteList<AdminDog>(
    trpc.admin.unownedDogs.useInfiniteQuery({ search: search.search, limit: 50 }, { ...paged, staleTime: 0 }),
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
