import type { AdminUserDetails } from '@barkyard/domain/schemas/admin'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useUser } from '../../../auth.ts'
import { AdminPage } from '../../../components/admin-page.tsx'
import { CollarTag } from '../../../components/collar-tag.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Facts } from '../../../components/facts.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { Card } from '../../../components/settings-card.tsx'
import { addressOf, dayOf, fullName, momentOf } from '../../../lib/words.ts'
import { SCREENS } from '../../../screens.ts'
import { errorStatus, trpc } from '../../../trpc.ts'
import { kindWords } from '../../reports/report-words.ts'
import { DogRow } from '../dogs/dog-row.tsx'
import { HideButton } from '../dogs/hide-button.tsx'
import { RoleTag } from './role-tag.tsx'
import { UserActions } from './user-actions.tsx'

export function Component() {
  const { id = '' } = useParams()
  const found = trpc.admin.user.useQuery({ userId: id }, { throwOnError: false, staleTime: 0 })
  return (
    <AdminPage title={SCREENS.adminUser.title}>
      {errorStatus(found.error) === 404 && !found.data ? (
        <EmptyState mood="nose-up" text="User not found" />
      ) : (
        <Loaded query={found} failed="We couldn't load this user" rows={4}>
          {user => <UserCards key={id} user={user} />}
        </Loaded>
      )}
    </AdminPage>
  )
}

function UserCards({ user }: { user: AdminUserDetails }) {
  const isSelf = useUser()?.id === user.id
  return (
    <>
      <Card title={fullName(user)}>
        <div className="row-8 hide-empty">
          {isSelf ? <CollarTag tone="ball">You</CollarTag> : null}
          <RoleTag role={user.role} />
          {user.isDemo ? <CollarTag>Demo</CollarTag> : null}
          {user.suspended ? (
            <CollarTag tone="collar">
              Suspended {user.suspendedUntil ? `until ${momentOf(user.suspendedUntil)}` : 'for good'}
            </CollarTag>
          ) : null}
        </div>
        <Facts
          facts={[
            ['E-mail', `${addressOf(user)}${user.emailVerified ? ', confirmed' : ', not confirmed'}`],
            ['Joined', momentOf(user.joinedAt)],
            ['Last seen', user.seenAt ? momentOf(user.seenAt) : 'Unknown'],
          ]}
        />
        <UserActions user={user} isSelf={isSelf} />
      </Card>
      <Card title={`Dogs (${user.dogs.length})`}>
        <List
          empty="No dogs found for this user"
          rows={user.dogs.map(dog => [
            dog.id,
            <DogRow key="dog" dog={dog} action={<HideButton dog={dog} isHidden={dog.hidden} size="sm" />}>
              {dog.hidden ? (
                <CollarTag tone="collar" size="sm">
                  Hidden
                </CollarTag>
              ) : null}
            </DogRow>,
          ])}
        />
      </Card>
      <Card title="Reports about this user">
        <Cases cases={user.reportsAbout} empty="Nobody has reported this user." />
      </Card>
      <Card title="Reports by this user">
        <Cases cases={user.reportsMade} empty="This user has reported nobody." />
      </Card>
      <Card title={`Sessions (${user.sessions.length})`}>
        <List
          empty="Not signed in anywhere."
          rows={user.sessions.map(({ device, createdAt, lastUsedAt }) => [
            `${createdAt} ${lastUsedAt}`,
            <>
              <p className="bold breakable">{device ?? 'Unknown device'}</p>
              <p className="quiet text-small">
                Last used {dayOf(lastUsedAt)} · since {momentOf(createdAt)}
              </p>
            </>,
          ])}
        />
      </Card>
    </>
  )
}

const Cases = ({ cases, empty }: { cases: AdminUserDetails['reportsMade']; empty: string }) => (
  <List
    empty={empty}
    rows={cases.map(({ id, kind, state, dogName, createdAt }) => [
      id,
      <>
        <Link className="bold breakable" to={`/admin/reports/${id}`}>
          <bdi>{dogName || 'The account'}</bdi>: {kindWords(kind)}
        </Link>
        <p className="quiet text-small">
          {momentOf(createdAt)} · {state}
        </p>
      </>,
    ])}
  />
)

const List = ({ rows, empty }: { rows: [key: string, row: ReactNode][]; empty: string }) =>
  rows.length === 0 ? (
    <p className="quiet text-small">{empty}</p>
  ) : (
    <ul className="stack-12">
      {rows.map(([key, row]) => (
        <li key={key}>{row}</li>
      ))}
    </ul>
  )
