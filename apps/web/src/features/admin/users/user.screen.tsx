import type { AdminUserDetails } from '@barkyard/domain/schemas/admin'
import { Link, useParams } from 'react-router-dom'
import { useUser } from '../../../auth.ts'
import { CollarTag } from '../../../components/collar-tag.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { SkeletonRows } from '../../../components/loading.tsx'
import { Card } from '../../../components/settings-card.tsx'
import { addressOf, fullName, momentOf } from '../../../lib/words.ts'
import { SCREENS } from '../../../screens.ts'
import { errorStatus } from '../../../trpc.ts'
import { kindWords } from '../../reports/report-words.ts'
import { AdminPage } from '../admin-page.tsx'
import { useUserDetails } from '../data.ts'
import { RoleTag } from './role-tag.tsx'
import classes from './user.module.css'
import { UserActions } from './user-actions.tsx'
import { UserDogCards } from './user-dog-cards.tsx'

/** A user's page for admins (/admin/users/{id}). */
export function Component() {
  const { id = '' } = useParams()
  const found = useUserDetails(id)
  return (
    <AdminPage title={SCREENS.adminUser.title}>
      {found.data ? (
        <UserCards key={id} user={found.data} />
      ) : errorStatus(found.error) === 404 ? (
        <EmptyState mood="nose-up" text="User not found" />
      ) : found.isError ? (
        <ErrorState title="We couldn't load this user" onRetry={() => void found.refetch()} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </AdminPage>
  )
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function UserCards({ user }: { user: AdminUserDetails }) {
  const isSelf = useUser()?.id === user.id
  return (
    <>
      <Card title={fullName(user)}>
        <div className={classes.tags}>
          {isSelf ? <CollarTag tone="ball">You</CollarTag> : null}
          <RoleTag role={user.role} />
          {user.isDemo ? <CollarTag>Demo</CollarTag> : null}
          {user.suspended ? (
            <CollarTag tone="collar">
              Suspended {user.suspendedUntil ? `until ${momentOf(user.suspendedUntil)}` : 'for good'}
            </CollarTag>
          ) : null}
        </div>
        <dl className={classes.facts}>
          <Fact name="E-mail">{`${addressOf(user)}${user.emailVerified ? ', confirmed' : ', not confirmed'}`}</Fact>
          <Fact name="Joined">{momentOf(user.joinedAt)}</Fact>
          <Fact name="Last seen">{user.seenAt ? momentOf(user.seenAt) : 'Unknown'}</Fact>
        </dl>
        <UserActions user={user} isSelf={isSelf} />
      </Card>
      <Card title={`Dogs (${user.dogs.length})`}>
        <UserDogCards dogs={user.dogs} />
      </Card>
      <Card title="Reports about this user">
        <Cases cases={user.reportsAbout} empty="Nobody has reported this user." />
      </Card>
      <Card title="Reports by this user">
        <Cases cases={user.reportsMade} empty="This user has reported nobody." />
      </Card>
      <Card title={`Sessions (${user.sessions.length})`}>
        {user.sessions.length === 0 ? <p className="quiet text-small">Not signed in anywhere.</p> : null}
        <ul className={classes.rows}>
          {user.sessions.map(({ device, createdAt, lastUsedAt }) => (
            <li key={`${createdAt} ${lastUsedAt}`} className={classes.row}>
              <span className="bold breakable">{device ?? 'Unknown device'}</span>
              <span className="quiet text-small">
                Last used {momentOf(lastUsedAt)} · since {momentOf(createdAt)}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

const Cases = ({ cases, empty }: { cases: AdminUserDetails['reportsMade']; empty: string }) =>
  cases.length === 0 ? (
    <p className="quiet text-small">{empty}</p>
  ) : (
    <ul className={classes.rows}>
      {cases.map(({ id, kind, state, dogName, createdAt }) => (
        <li key={id} className={classes.row}>
          <Link className="bold breakable" to={`/admin/reports/${id}`}>
            <bdi>{dogName || 'The account'}</bdi>: {kindWords(kind)}
          </Link>
          <span className="quiet text-small">
            {momentOf(createdAt)} · {state}
          </span>
        </li>
      ))}
    </ul>
  )
