import type { SniffDog } from '@barkyard/domain/schemas/dog'
import type { SniffFilter } from '@barkyard/domain/sniff'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconBookmark } from '@tabler/icons-react'
import { startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigation, useSearchParams } from 'react-router-dom'
import { useActingDog, useUser } from '../../auth.ts'
import { BackCloses } from '../../components/back-closes.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { CountBadge } from '../../components/collar-tag.tsx'
import { lazyDialog, lazyWithRetry } from '../../components/lazy-with-retry.tsx'
import { Page } from '../../components/page.tsx'
import { PillChoice } from '../../components/pill-choice.tsx'
import { afterPaint, whenIdle } from '../../lib/after-paint.ts'
import { countFilters, type Order, readAddress, type SniffAddress, writeAddress } from '../../lib/sniff-address.ts'
import { foundText } from '../../lib/sniff-words.ts'
import { useAsked } from '../../lib/use-asked.ts'
import { OtherDogMenu } from '../../other-dog-menu.tsx'
import { SCREENS } from '../../screens.ts'
import { PlaceChip } from '../location/place-chip.tsx'
import { LostStrip } from '../lost/strip.tsx'
import { BarkButton } from '../matches/bark-button.tsx'
import { useNearWalk } from '../walks/data.ts'
import { rememberFilters, useReturn } from './results/list-memory.ts'
import { FILTERS_FIT } from './results/list-sizes.ts'
import { Results, useSniff } from './results/results.tsx'
import { FilterSkeleton } from './skeletons.tsx'
import classes from './sniff.module.css'

const ORDERS: [Order, string][] = [
  ['nearest', 'Nearest'],
  ['match', 'Best match'],
]

const ORDER_WORDS: Record<Order, string> = { nearest: 'newest first', match: 'best match first' }

/** After a failed search. The line stays, so that nothing jumps. */
const NOTHING = '\u00a0'

/** Shown above the results of users without a location: explains them, and how to see nearby dogs. */
function NoPlace({ order }: { order: Order }) {
  const impersonating = useUser()?.isImpersonating ?? false
  return (
    <p className="callout mb-8">
      <span>
        {impersonating ? "We don't know where this dog's owner lives" : "We don't know where you live"}, so these are
        dogs from everywhere, {ORDER_WORDS[order]}.
      </span>{' '}
      {impersonating ? null : <Link to="/profile">Add your place</Link>}
    </p>
  )
}

const PARTS = { BarkButton, Menu: ({ dog }: { dog: SniffDog }) => <OtherDogMenu dog={dog} canSkip /> }

const FilterSidebar = lazyWithRetry(() => import('./filters/filter-panel.tsx').then(module => module.FilterSidebar), {
  waiting: <FilterSkeleton />,
})
/** Downloaded after the dogs, if there is no space for a sidebar. */
const FilterDrawer = lazyDialog(() => import('./filters/filter-drawer.tsx').then(module => module.FilterDrawer))
const SniffSearches = lazyDialog(() => import('../searches/sniff-searches.tsx').then(module => module.SniffSearches))
const WalkCard = lazyWithRetry(() => import('../walks/walk-card.tsx').then(module => module.WalkCard))
const InviteButton = lazyWithRetry(() => import('../invites/invite-button.tsx').then(module => module.InviteButton))
const Around = lazyWithRetry(() => import('../location/around.tsx').then(module => module.Around))

const PlaceDialog = lazyDialog(() => import('../location/place-dialog.tsx').then(module => module.PlaceDialog))

/** Dogs nearby. Filters and order are in the address, so that they survive reloading, going back and sharing. */
export function Component() {
  const user = useUser()
  const dogId = useActingDog()?.id ?? ''
  const back = useReturn(dogId)
  const [params, setParams] = useSearchParams()
  const address = useMemo(() => readAddress(new URLSearchParams(back.search)), [back.search])
  const { filter, order } = address
  const sniff = useSniff(filter, order)
  const desktop = useMediaQuery(FILTERS_FIT, undefined, { getInitialValueInEffect: false })
  const dialog = useAsked<'filters' | 'place' | 'saved'>()
  const isOpen = (name: 'filters' | 'saved') => dialog.opened && dialog.subject === name
  const [isIdle, setIdle] = useState(false)
  const isByCity = user?.lat === null
  const results = useRef<HTMLElement>(null)
  const filtersButton = useRef<HTMLButtonElement>(null)
  const isOwnAccount = !user?.isImpersonating
  const linked = params.get('search')

  useEffect(() => {
    if (!sniff.loading) return whenIdle(() => startTransition(() => setIdle(true)))
  }, [sniff.loading])

  const walk = useNearWalk({ enabled: isIdle })

  // A dog that is left out takes the focus with it.
  const hasFocus = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the dogs
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) results.current?.focus({ preventScroll: true })
  }, [sniff.dogs])

  // A slider that is released while leaving must neither keep the next page from opening nor write to its address.
  const next = useNavigation().location?.pathname
  const isLeaving = next !== undefined && next !== SCREENS.sniff.paths[0]
  const here = useRef(true)
  useLayoutEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  const go = (to: Partial<SniffAddress>) => {
    if (isLeaving || !here.current) return
    const search = writeAddress({ ...address, ...to })
    rememberFilters(dogId, search.toString())
    setParams(search, { replace: true, preventScrollReset: true })
    const list = results.current
    if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' })
  }
  const change = (next: SniffFilter) => go({ filter: next })
  const active = countFilters(filter)
  const loosen = (next: SniffFilter) => {
    results.current?.focus({ preventScroll: true })
    change(next)
  }

  const openSaved = () => dialog.ask('saved')
  const savedButton = isOwnAccount ? (
    <Button variant="default" fullWidth Icon={IconBookmark} aria-haspopup="dialog" onClick={openSaved}>
      Saved searches
    </Button>
  ) : null

  /** What leads on from an empty result, besides another search. */
  const ways = (isMain: boolean) => (
    <>
      {isOwnAccount ? (
        <>
          <Button variant={isMain ? 'filled' : 'default'} aria-haspopup="dialog" onClick={openSaved}>
            {isMain ? 'Tell me when a dog joins' : 'Save this search'}
          </Button>
          <InviteButton />
        </>
      ) : null}
      <ButtonLink variant="default" to="/playdates#walks">
        See open walks
      </ButtonLink>
      <Around />
    </>
  )

  const status = sniff.failed ? NOTHING : sniff.loading || sniff.total === null ? 'Loading...' : foundText(sniff.total)
  const lost = !sniff.stale && sniff.dogs.length > 0 && sniff.dogs.every(dog => dog.distance === null)
  const note = lost
    ? 'Distance counts once we know where you live.'
    : isByCity
      ? 'Counted from the middle of your city, so “nearest” means nearest to it.'
      : null

  return (
    <Page
      title={SCREENS.sniff.title}
      isLow
      subtitle={
        <span role="status" className="tabular">
          {status}
        </span>
      }
      actions={
        <>
          {desktop ? null : (
            <Button
              ref={filtersButton}
              variant="default"
              Icon={IconAdjustmentsHorizontal}
              rightSection={active > 0 ? <CountBadge count={active} label="set" tone="chosen" /> : undefined}
              aria-haspopup="dialog"
              className={classes.filters}
              onClick={() => dialog.ask('filters')}
            >
              <span className={classes.filtersWord}>Filters</span>
            </Button>
          )}
          <PlaceChip onOpen={() => dialog.ask('place')} />
          <PillChoice legend="Order" value={order} options={ORDERS} onChange={next => go({ order: next })} />
        </>
      }
    >
      {dialog.opened ? <BackCloses onBack={dialog.close} /> : null}
      {isOwnAccount && (dialog.subject === 'saved' || linked) ? (
        <SniffSearches
          opened={isOpen('saved')}
          onClose={dialog.close}
          onClosed={() =>
            afterPaint(() => {
              // The drawer from which it was opened is gone, and took the focus along.
              if (document.activeElement === document.body) filtersButton.current?.focus()
            })
          }
          filter={filter}
          onChange={change}
          linked={linked}
        />
      ) : null}
      {dialog.subject === 'place' ? <PlaceDialog opened={dialog.opened} onClose={dialog.close} /> : null}
      <div className={classes.layout}>
        {desktop ? (
          <aside className={`card ${classes.sidebar}`} aria-label="Filters">
            <FilterSidebar filter={filter} onChange={change} note={note} saved={savedButton} />
          </aside>
        ) : dialog.subject === 'filters' || isIdle ? (
          <FilterDrawer
            opened={isOpen('filters')}
            onClose={dialog.close}
            filter={filter}
            onChange={change}
            note={note}
            saved={savedButton}
            found={sniff.loading ? null : sniff.total}
          />
        ) : null}
        <section
          ref={results}
          tabIndex={-1}
          className={`shrinkable ${classes.results}`}
          aria-label="Results"
          onFocus={() => {
            hasFocus.current = true
          }}
          onBlur={({ relatedTarget }) => {
            if (relatedTarget) hasFocus.current = false
          }}
        >
          <LostStrip />
          {lost ? <NoPlace order={order} /> : null}
          <Results
            parts={PARTS}
            sniff={sniff}
            order={order}
            rowsKey={back.rowsKey}
            returnTo={back.dogId}
            filter={filter}
            onLoosen={loosen}
            ways={ways}
            walk={walk ? <WalkCard key={walk.id} walk={walk} isAmongDogs /> : null}
          />
        </section>
      </div>
    </Page>
  )
}
