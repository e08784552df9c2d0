import { MAP_CENTRE } from '@barkyard/domain/parks'
import { useState } from 'react'
import { useUser } from '../../auth.ts'
import { CollarTag } from '../../components/collar-tag.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { Mantine } from '../../components/mantine.tsx'
import { Page } from '../../components/page.tsx'
import { Card } from '../../components/settings-card.tsx'
import { SCREENS } from '../../screens.ts'
import { trpc } from '../../trpc.ts'
import { useNearestPark, useSuggestPark } from './data.ts'
import { NO_FACTS, ParkForm } from './park-form.tsx'

const STATES = {
  waiting: <CollarTag tone="ball">Waiting</CollarTag>,
  open: <CollarTag tone="grass">Approved</CollarTag>,
  closed: <CollarTag tone="collar">Not listed</CollarTag>,
}

function Suggestions() {
  const list = trpc.parks.mine.useQuery(undefined, { throwOnError: false })
  if (!list.data) return <Loaded query={list} failed="We couldn't load your suggestions" rows={2} />
  if (list.data.items.length === 0) return null
  return (
    <Card title="What you suggested">
      <ul className="stack-12">
        {list.data.items.map(park => (
          <li key={park.id} className="sunken row-12 center between">
            <bdi className="bold breakable">{park.name}</bdi>
            {STATES[park.state]}
            {park.reason ? <p className="quiet breakable grow">{park.reason}</p> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function NewSuggestion() {
  const user = useUser()
  // Each suggestion that was sent leaves an empty form.
  const [sent, setSent] = useState(0)
  const suggest = useSuggestPark(() => setSent(sent + 1))
  const own = user?.lat != null && user.lng != null ? { lat: user.lat, lng: user.lng } : null
  const nearest = useNearestPark(own === null)
  if (own === null && nearest === undefined) return <SkeletonRows rows={3} />
  const { lat, lng } = own ?? nearest ?? MAP_CENTRE
  return (
    <Card title="The park">
      <p>
        It must be a public place where everybody may go. <strong>A home cannot be a park</strong>: neither yours nor
        anybody else’s. A moderator looks at each suggestion on a map. Others never learn that it was yours.
      </p>
      <ParkForm
        key={sent}
        start={{ name: '', address: '', facts: NO_FACTS, lat, lng }}
        isPlaced={false}
        submit="Suggest this park"
        pending={suggest.isPending}
        onSubmit={({ name, facts, ...place }) => suggest.mutate({ name, facts, lat: place.lat, lng: place.lng })}
      />
    </Card>
  )
}

/** Suggests a park to the moderators, and shows what came of earlier suggestions. */
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
