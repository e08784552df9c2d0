import type { AdminPark } from '@barkyard/domain/schemas/park'
import { useState } from 'react'
import { useUser } from '../../auth.ts'
import { ButtonLink } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { LeaveGuard } from '../../components/leave-guard.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loaded, loadedList } from '../../components/loaded.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { Mantine } from '../../components/mantine.tsx'
import { Page } from '../../components/page.tsx'
import { Card } from '../../components/settings-card.tsx'
import { paged, useInfiniteList } from '../../lib/list-pages.ts'
import { told } from '../../lib/toast.ts'
import { useMapStart } from '../../lib/use-map-start.ts'
import { SCREENS } from '../../screens.ts'
import { trpc } from '../../trpc.ts'
import { ParkForm, parkAt } from './park-form.tsx'

const THANKS = { title: 'Thank you', message: 'A moderator will look at it, and you are told what comes of it.' }
const STATES = {
  waiting: <CollarTag tone="ball">Waiting</CollarTag>,
  open: <CollarTag tone="grass">Approved</CollarTag>,
  closed: <CollarTag tone="collar">Not listed</CollarTag>,
}

function Suggestions() {
  const list = useInfiniteList<AdminPark>(trpc.parks.mine.useInfiniteQuery({}, paged))
  const loaded = loadedList(list)
  if (!loaded.data) return <Loaded query={loaded} failed="We couldn't load your suggestions" rows={2} />
  if (loaded.data.length === 0) return null
  return (
    <Card title="What you suggested">
      <ul className="stack-12">
        {loaded.data.map(park => (
          <li key={park.id} className="sunken row-12 center between">
            <bdi className="bold breakable">{park.name}</bdi>
            {STATES[park.state]}
            {park.reason ? <p className="quiet breakable grow">{park.reason}</p> : null}
          </li>
        ))}
      </ul>
      <LoadMore list={list} what="suggestions" />
    </Card>
  )
}

/** Where mail is on, only a confirmed address may suggest. */
function Unconfirmed() {
  const { data: setup } = trpc.account.setup.useQuery(undefined, { throwOnError: false })
  if (!setup?.sendsMail) return null
  if (setup.isDemo) return <p className="bold">The demo's accounts can suggest no park.</p>
  if (!setup.hasPassword)
    return <p className="bold">You can suggest a park once your sign-in provider has confirmed your e-mail address.</p>
  return (
    <div className="sunken stack-8">
      <p className="bold">Please confirm your e-mail address first. Until then you can suggest no park.</p>
      <ButtonLink to="/settings/account">Confirm your e-mail address</ButtonLink>
    </div>
  )
}

function NewSuggestion() {
  const user = useUser()
  // Each suggestion that was sent leaves an empty form.
  const [sent, setSent] = useState(0)
  const [edited, setEdited] = useState<number | null>(null)
  const suggest = trpc.parks.suggest.useMutation(told(THANKS, 'Failed to suggest the park', () => setSent(sent + 1)))
  const start = useMapStart()
  if (!start) return <SkeletonRows rows={3} />
  return (
    <Card title="The park">
      <p>
        It must be a public place where everybody may go. <strong>A home cannot be a park</strong>: neither yours nor
        anybody else’s. A moderator looks at each suggestion on a map. Others never learn that it was yours.
      </p>
      {user?.emailVerified ? null : <Unconfirmed />}
      <ParkForm
        key={sent}
        start={parkAt(start)}
        submit="Suggest this park"
        pending={suggest.isPending}
        onEdit={() => setEdited(sent)}
        onSubmit={({ name, facts, lat, lng }) => suggest.mutate({ name, facts, lat, lng })}
      />
      <LeaveGuard active={edited === sent} isFree={() => false} title="Leave without suggesting it?">
        What you told us about the park will be lost.
      </LeaveGuard>
    </Card>
  )
}

export const Component = () => (
  <Mantine>
    <Page
      title={SCREENS.suggestPark.title}
      subtitle={SCREENS.suggestPark.subtitle}
      back={{ to: '/playdates', label: 'Back to playdates' }}
      width="narrow"
    >
      <div className="stack-24">
        <NewSuggestion />
        <Suggestions />
      </div>
    </Page>
  </Mantine>
)
