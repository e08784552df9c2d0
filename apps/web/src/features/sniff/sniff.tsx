import type { SniffFilter } from '@barkyard/domain/sniff'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { BackCloses } from '../../components/back-closes.tsx'
import { Button } from '../../components/button.tsx'
import { CountBadge } from '../../components/collar-tag.tsx'
import { Page } from '../../components/page.tsx'
import { dialogPart, part } from '../../components/part.tsx'
import { whenIdle } from '../../lib/after-paint.ts'
import { useSniff } from './data.ts'
import { FilterSkeleton } from './filter-skeleton.tsx'
import { useReturn } from './list-memory.ts'
import { NoPlace } from './no-place.tsx'
import { OrderControl } from './order-control.tsx'
import type { CardParts } from './result-grid.tsx'
import { Results } from './results.tsx'
import classes from './sniff.module.css'
import { countFilters, readAddress, type SniffAddress, writeAddress } from './sniff-address.ts'
import { foundText } from './sniff-words.ts'
import { FILTERS_FIT } from './use-list-place.ts'

/** Downloaded if there is space for it. */
const FilterSidebar = part(() => import('./filter-sidebar.tsx').then(module => module.FilterSidebar), {
  waiting: <FilterSkeleton />,
})
/** Downloaded after the dogs, if there is no space for a sidebar. */
const FilterDrawer = dialogPart(() => import('./filter-drawer.tsx').then(module => module.FilterDrawer))

/** Dogs nearby. Filters and order are in the address, so that they survive reloading, going back and sharing. */
export function Sniff({ BarkButton, Menu }: CardParts) {
  const back = useReturn()
  const [, setParams] = useSearchParams()
  const address = useMemo(() => readAddress(new URLSearchParams(back.search)), [back.search])
  const { filter, order } = address
  const sniff = useSniff(filter, order)
  const desktop = useMediaQuery(FILTERS_FIT, undefined, { getInitialValueInEffect: false })
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const [drawerNear, setDrawerNear] = useState(false)
  const results = useRef<HTMLElement>(null)

  useEffect(() => {
    if (!sniff.loading) return whenIdle(() => startTransition(() => setDrawerNear(true)))
  }, [sniff.loading])

  // A slider that is released while leaving must not write to the next page's address.
  const here = useRef(true)
  useLayoutEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  const go = (to: Partial<SniffAddress>) => {
    if (!here.current) return
    setParams(writeAddress({ ...address, ...to }), { replace: true, preventScrollReset: true })
    // Show the new dogs from the start.
    const list = results.current
    if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' })
  }
  const change = (next: SniffFilter) => go({ filter: next })
  const active = countFilters(filter)
  const loosen = (next: SniffFilter) => {
    // The focused button is removed with the empty state.
    results.current?.focus({ preventScroll: true })
    change(next)
  }

  const status = sniff.failed ? '' : sniff.loading || sniff.total === null ? 'Loading...' : foundText(sniff.total)
  const lost = !sniff.stale && sniff.dogs.length > 0 && sniff.dogs.every(dog => dog.distance === null)
  const note = lost ? 'Distance counts once we know where you live.' : null

  return (
    <Page
      title="Sniff Dogs Nearby"
      subtitle={
        <span role="status" className={classes.status}>
          {status}
        </span>
      }
      actions={
        <>
          {desktop ? null : (
            <Button
              variant="default"
              leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden="true" />}
              rightSection={active > 0 ? <CountBadge count={active} label="set" tone="chosen" /> : undefined}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              Filters
            </Button>
          )}
          <OrderControl order={order} onChange={next => go({ order: next })} />
        </>
      }
    >
      {open ? <BackCloses onBack={close} /> : null}
      <div className={classes.layout}>
        {desktop ? (
          <aside className={classes.sidebar} aria-label="Filters">
            <FilterSidebar filter={filter} onChange={change} note={note} />
          </aside>
        ) : open || drawerNear ? (
          <FilterDrawer
            opened={open}
            onClose={close}
            filter={filter}
            onChange={change}
            note={note}
            found={sniff.loading ? null : sniff.total}
          />
        ) : null}
        <section ref={results} tabIndex={-1} className={classes.results} aria-label="Results">
          {lost ? <NoPlace order={order} /> : null}
          <Results
            BarkButton={BarkButton}
            Menu={Menu}
            sniff={sniff}
            order={order}
            rowsKey={back.rowsKey}
            returnTo={back.dogId}
            filter={filter}
            onLoosen={loosen}
          />
        </section>
      </div>
    </Page>
  )
}
