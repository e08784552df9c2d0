import { hasRight, type Right } from '@barkyard/domain/rights'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useUser } from '../auth.ts'
import { useFrameData } from '../frame-data.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { SCREENS } from '../screens.ts'
import { trpc } from '../trpc.ts'
import { ButtonLink } from './button.tsx'
import { CountBadge } from './collar-tag.tsx'
import { Logo } from './logo.tsx'
import { Mantine } from './mantine.tsx'
import { BackLink } from './page.tsx'

// The numbers of what waits for a moderator, whichever list is shown; 0 while unknown.

export const useWaitingChecks = () =>
  trpc.admin.verifications.useQuery({ limit: 1 }, { throwOnError: false }).data?.total ?? 0

export const useWaitingParks = () =>
  trpc.admin.parks.useQuery({ state: 'waiting', limit: 1 }, { throwOnError: false }).data?.total ?? 0

export const useWaitingLost = () =>
  trpc.admin.lostCases.useQuery({ state: 'waiting', limit: 1 }, { throwOnError: false }).data?.total ?? 0

/** The pages of the panel. In a narrow window the row scrolls, and begins at the open one. */
function Places() {
  const { reports = 0 } = useFrameData()
  const checks = useWaitingChecks()
  const parks = useWaitingParks()
  const lost = useWaitingLost()
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each address
  useLayoutEffect(() => {
    const here = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && here) row.current.scrollLeft = here.offsetLeft - (row.current.clientWidth - here.offsetWidth) / 2
  }, [pathname])
  const role = useUser()?.role ?? 'owner'
  const places: [to: string, label: string, screen: { right: Right }, waiting?: number][] = [
    ['/admin', 'Dogs', SCREENS.admin],
    ['/admin/users', 'Users', SCREENS.admin],
    ['/admin/reports', 'Reports', SCREENS.adminReports, reports],
    ['/admin/checks', 'Checks', SCREENS.adminChecks, checks],
    ['/admin/parks', 'Parks', SCREENS.adminParks, parks],
    ['/admin/lost', 'Lost', SCREENS.adminLost, lost],
    ['/admin/audit', 'Audit', SCREENS.adminAudit],
    ['/admin/numbers', 'Numbers', SCREENS.adminNumbers],
  ]
  const open = places.filter(([, , { right }]) => hasRight(role, right))
  // A page of one user belongs to the users.
  const here = open.findLast(([to]) => pathname === to || pathname.startsWith(`${to}/`))?.[0]
  return (
    // What screen readers hear beside a number is cut off with the row.
    <nav ref={row} aria-label="Admin" className="row-8 sideways">
      {open.map(([to, label, , waiting = 0]) => (
        <ButtonLink
          key={to}
          to={to}
          {...(to === here ? { color: 'ball', 'aria-current': 'page' } : { variant: 'default' })}
          rightSection={waiting > 0 ? <CountBadge count={waiting} label="waiting" /> : null}
        >
          {label}
        </ButtonLink>
      ))}
    </nav>
  )
}

/** The frame of the panel's pages. @param title of the document. The panel itself has none besides its name */
export function AdminPage({ title, children }: { title: string; children: ReactNode }) {
  const heading = usePageTitle(title)
  return (
    <Mantine>
      <div className="stack-24 page-width" style={{ paddingBlock: '16px 48px' }}>
        <div className="row-12 center between">
          <BackLink to="/sniff" label="Back to sniffing" />
          <div className="row-8 center">
            <Link to="/doghouse" className="plain-link tap" aria-label="Barkyard, to the doghouse">
              <Logo />
            </Link>
            <h1
              ref={heading}
              tabIndex={-1}
              className="on-ball text-lead"
              style={{ padding: '2px 14px', borderRadius: 'var(--radius-pill)' }}
            >
              <span className="visually-hidden">Barkyard </span>
              <span>Admin</span>
              {title === 'Admin' ? null : <span className="visually-hidden"> {title}</span>}
            </h1>
          </div>
        </div>
        <Places />
        {children}
      </div>
    </Mantine>
  )
}
