import { hasBegun } from '@barkyard/domain/playdate-moves'
import { type ReactNode, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useActingDog, useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { lazyDialog } from '../../components/lazy-with-retry.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { PillChoice } from '../../components/pill-choice.tsx'
import { useFirstRows } from '../../lib/first-rows.ts'
import { useNow } from '../../lib/use-now.ts'
import { livesSomewhere } from '../../screens.ts'
import { trpc } from '../../trpc.ts'
import { useOwnWalks, useWalks } from './data.ts'
import { WalkCard } from './walk-card.tsx'

const HostDialog = lazyDialog(() => import('./host-dialog.tsx').then(module => module.HostDialog))

interface WalkListProps {
  note: (whenTs: string | null) => ReactNode
  /** Whether the page's first paint shows nothing of it: its cards follow right after. */
  isBelowWindow: boolean
}

/** Open walks to come: first the acting dog's own ones, then the others. */
export function WalkList({ note, isBelowWindow }: WalkListProps) {
  const dog = useActingDog()
  const now = useNow()
  const heading = useRef<HTMLHeadingElement>(null)
  // Null until it is first asked for. A park's page links here with the form open.
  const [params] = useSearchParams()
  const [isHosting, setHosting] = useState<boolean | null>(params.has('walk') || null)
  const utils = trpc.useUtils()
  const hasPlace = livesSomewhere(useUser())
  const [scope, setScope] = useState<'near' | 'all'>('near')
  const isNear = hasPlace && scope === 'near'
  const list = useWalks(isNear)
  const own = useOwnWalks()
  const isOwn = new Set(own?.map(({ id }) => id))
  const shown = [...(own ?? []), ...list.items.filter(walk => !isOwn.has(walk.id) && !hasBegun(walk, now))]
  const drawn = useFirstRows(list.loading ? [] : shown, isBelowWindow ? 0 : Number.POSITIVE_INFINITY)
  if (!dog) return null

  return (
    <section id="walks" aria-labelledby="walks-heading">
      <div className="section-title row-12 between" style={{ alignItems: 'end' }}>
        <div>
          <h2 ref={heading} id="walks-heading" tabIndex={-1} className="text-name">
            Open walks
          </h2>
          <p className="quiet text-small breakable">No match needed: join, and meet several dogs at once.</p>
        </div>
        <Button variant="default" aria-haspopup="dialog" onClick={() => setHosting(true)}>
          Host a walk
        </Button>
      </div>
      {hasPlace ? (
        <div style={{ marginBottom: 16 }}>
          <PillChoice
            legend="Which walks"
            value={scope}
            options={[
              ['near', 'Near you'],
              ['all', 'Everywhere'],
            ]}
            onChange={setScope}
          />
        </div>
      ) : null}
      {list.failed ? (
        <ErrorState
          title="We couldn't load the walks"
          error={list.failed}
          onRetry={() => void utils.walks.invalidate()}
        />
      ) : list.loading ? (
        <SkeletonRows rows={2} />
      ) : shown.length === 0 ? (
        <EmptyState
          text={`No walks are planned ${isNear ? 'near you ' : ''}yet. Host the first one: pick a park and an hour, and others can join.`}
        />
      ) : (
        <ul className="stack-16" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))' }}>
          {drawn.map(walk => (
            <li key={walk.id}>
              <WalkCard walk={walk} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} what="walks" />
      {isHosting === null ? null : (
        <HostDialog
          opened={isHosting}
          onClose={() => setHosting(false)}
          onHosted={() => heading.current?.focus()}
          note={note}
          park={params.get('park')}
        />
      )}
    </section>
  )
}
