import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconFlag } from '@tabler/icons-react'
import { useState } from 'react'
import { createBrowserRouter } from 'react-router-dom'
import { useUser } from './auth.ts'
import { AppShell } from './components/app-shell.tsx'
import { Spinner } from './components/loading.tsx'
import { dialogPart, part } from './components/part.tsx'
import { RouteError, ScreenBoundary } from './components/screen-error.tsx'
import { useGoodMoment } from './lib/good-moment.ts'
import { ActAs, Home, inPlace, NeedsAdmin, NeedsDog } from './route-guards.tsx'

const ImpersonationBar = part(() =>
  import('./features/admin/impersonation-bar.tsx').then(module => module.ImpersonationBar),
)

/** Downloaded when the bell is first used. */
const NotificationPanel = part(() => import('./features/notifications/panel.tsx').then(module => module.Panel), inPlace)

/** What a suspended account can still do: read why, appeal, and take its data along or leave. */
const Suspended = part(async () => {
  const [{ Suspended: Screen }, { NoticesCard }, { AccountCards }] = await Promise.all([
    import('./features/safety/suspended.tsx'),
    import('./features/reports/notices-card.tsx'),
    import('./features/account/account-cards.tsx'),
  ])
  return ({ until }: { until: string | null }) => (
    <Screen until={until}>
      <NoticesCard />
      <AccountCards />
    </Screen>
  )
}, inPlace)

const Offer = part(() => import('./features/notifications/offer.tsx').then(module => module.Offer))
const NotificationOffer = () => (useGoodMoment() ? <Offer /> : null)

function Shell() {
  const user = useUser()
  const impersonating = user?.isImpersonating ?? false
  if (user?.suspended) return <Suspended until={user.suspendedUntil} />
  return (
    <AppShell
      banner={impersonating ? <ImpersonationBar /> : null}
      offer={<NotificationOffer />}
      NotificationPanel={NotificationPanel}
    />
  )
}

const doghouse = () => import('./features/home/doghouse.tsx')

// Screens with parts of several features: no feature imports another, so they meet here.

async function profile() {
  const [{ Profile }, { LocationCard }] = await Promise.all([
    import('./features/dogs/profile.tsx'),
    import('./features/location/location-card.tsx'),
  ])
  return { element: <Profile locationCard={<LocationCard />} /> }
}

/** Downloaded only by admins. */
const AdminActions = part(async () => {
  const [{ DogActions }, { DogEditor }] = await Promise.all([
    import('./features/admin/dog-actions.tsx'),
    import('./features/dogs/dog-editor.tsx'),
  ])
  return ({ dog }: { dog: Dog }) => <DogActions dog={dog} Editor={DogEditor} />
})

/** Downloaded with the first page that shows another's dog. Its space is kept, so that no link moves under a finger. */
const KeepAwayMenu = part(() => import('./features/safety/keep-away-menu.tsx').then(module => module.KeepAwayMenu), {
  waiting: <div style={{ flex: 'none', width: 'var(--target)', height: 'var(--target)' }} />,
})
/** Downloaded with the first report. */
const ReportDog = dialogPart(() => import('./features/reports/report-dog.tsx').then(module => module.ReportDog))

/** The "…" menu of somebody else's dog: to block, to unmatch and to report. @param props.leaveTo see KeepAwayMenu. */
function DogMenu({ dog, leaveTo }: { dog: Dog; leaveTo?: string }) {
  // Null until a report is first asked for: many cards have a menu, and few ever show the dialog.
  const [isReporting, setReporting] = useState<boolean | null>(null)
  return (
    <>
      <KeepAwayMenu
        dog={dog}
        leaveTo={leaveTo}
        more={[{ label: 'Report', Icon: IconFlag, onChoose: () => setReporting(true) }]}
      />
      {isReporting === null ? null : (
        <ReportDog dog={dog} opened={isReporting} onClose={() => setReporting(false)} leaveTo={leaveTo} />
      )}
    </>
  )
}
const MenuOnDogPage = ({ dog }: { dog: Dog }) => <DogMenu dog={dog} leaveTo="/sniff" />
const MenuInChat = ({ dog }: { dog: Dog }) => <DogMenu dog={dog} leaveTo="/barks" />
const MenuOnCard = ({ dog }: { dog: Dog }) => <DogMenu dog={dog} />

async function chat() {
  const { ChatPage } = await import('./features/messages/chat.tsx')
  return { element: <ChatPage Menu={MenuInChat} /> }
}

async function sniff() {
  const [{ Sniff }, { BarkButton }] = await Promise.all([
    import('./features/sniff/sniff.tsx'),
    import('./features/matches/bark-button.tsx'),
  ])
  return { element: <Sniff BarkButton={BarkButton} Menu={MenuOnCard} /> }
}

async function playdates() {
  const { Playdates } = await import('./features/playdates/playdates.tsx')
  return { element: <Playdates Menu={MenuOnCard} /> }
}

async function dogPage() {
  const [{ DogPage }, { BarkButton }] = await Promise.all([
    import('./features/dogs/dog-page.tsx'),
    import('./features/matches/bark-button.tsx'),
  ])
  return {
    element: <DogPage BarkButton={BarkButton} AdminActions={AdminActions} Menu={MenuOnDogPage} />,
  }
}

async function onboarding() {
  const [{ Onboarding }, { CityField }, { UnknownCity }] = await Promise.all([
    import('./features/dogs/onboarding.tsx'),
    import('./features/location/city-field.tsx'),
    import('./features/location/unknown-city.tsx'),
  ])
  return { element: <Onboarding CityField={CityField} UnknownCityNote={UnknownCity} /> }
}

async function settings() {
  const [
    { Settings },
    { NotificationsCard },
    { AccountCards },
    { CalendarCard },
    { BlockedCard },
    { GuideCard },
    { NoticesCard },
  ] = await Promise.all([
    import('./features/settings/settings.tsx'),
    import('./features/notifications/notifications-card.tsx'),
    import('./features/account/account-cards.tsx'),
    import('./features/calendar/calendar-card.tsx'),
    import('./features/safety/blocked-card.tsx'),
    import('./features/safety/guide-card.tsx'),
    import('./features/reports/notices-card.tsx'),
  ])
  return {
    element: (
      <Settings>
        <NoticesCard />
        <NotificationsCard />
        <AccountCards />
        <CalendarCard />
        <BlockedCard />
        <GuideCard />
      </Settings>
    ),
  }
}

async function admin() {
  const [{ AdminPanel }, { AuditLog }, { ReportsQueue }] = await Promise.all([
    import('./features/admin/admin.tsx'),
    import('./features/audit/audit-log.tsx'),
    import('./features/reports/reports-queue.tsx'),
  ])
  return { element: <AdminPanel reports={<ReportsQueue />} auditLog={<AuditLog />} /> }
}

/** The signed-in route table. Each screen is a file of its own, downloaded when it is first opened. */
export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Shell />,
      hydrateFallbackElement: <Spinner />,
      children: [
        {
          element: <ActAs />,
          errorElement: <RouteError />,
          children: [
            {
              // Nearer than the errorElement, which would take what a screen throws and can only load the page anew.
              element: <ScreenBoundary />,
              children: [
                { element: <Home />, children: [{ path: '/', lazy: doghouse }] },
                {
                  element: <NeedsDog />,
                  children: [
                    { path: '/doghouse', lazy: doghouse },
                    { path: '/sniff', lazy: sniff },
                    { path: '/barks', lazy: () => import('./features/matches/barks.tsx') },
                    { path: '/bark-chat', lazy: chat },
                    { path: '/bark-chat/:matchId', lazy: chat },
                    { path: '/profile', lazy: profile },
                  ],
                },
                { path: '/my-dogs', lazy: () => import('./features/dogs/my-dogs.tsx') },
                { path: '/dog/:id', lazy: dogPage },
                { path: '/dog/:id/edit', lazy: () => import('./features/dogs/edit-dog.tsx') },
                { path: '/onboarding', lazy: onboarding },
                { path: '/swipe', lazy: () => import('./features/swipe/swipe.tsx') },
                { path: '/playdates', lazy: playdates },
                { path: '/notifications', lazy: () => import('./features/notifications/notifications.tsx') },
                { path: '/settings', lazy: settings },
                {
                  element: <NeedsAdmin />,
                  children: [
                    { path: '/admin', lazy: admin },
                    { path: '/admin/users', lazy: admin },
                  ],
                },
                { path: '*', lazy: () => import('./features/not-found/not-found.tsx') },
              ],
            },
          ],
        },
      ],
    },
  ])
