import { useUser } from '../../auth.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { Card } from '../../components/settings-card.tsx'
import { Devices } from './devices.tsx'
import { KindsTable } from './kinds-table.tsx'
import { NearWalks } from './near-walks.tsx'
import { useEditPreferences, usePreferences } from './preferences.ts'
import { Digest, QuietHours, Reminders, TimeZone } from './times.tsx'

function Content() {
  const preferences = usePreferences()
  const change = useEditPreferences()
  if (!preferences.data)
    return preferences.isError ? (
      <ErrorState title="We couldn't load your settings" onRetry={() => void preferences.refetch()} />
    ) : (
      // About as high as what follows, so that the cards below stay in place.
      <SkeletonRows rows={10} />
    )
  const given = { preferences: preferences.data, onChange: change }
  return (
    <>
      <Devices />
      <KindsTable kinds={preferences.data.kinds} onChange={change} />
      <NearWalks {...given} />
      <QuietHours {...given} />
      <Reminders {...given} />
      <Digest {...given} />
      <TimeZone {...given} />
    </>
  )
}

/** The user's notification settings. Each change is saved at once. */
export function NotificationsCard() {
  const user = useUser()
  if (!user) return null
  return (
    <Card title="Push and e-mail">
      {user.isImpersonating ? (
        <p>You can't see your notifications while you act as somebody else's dog. Stop impersonating first.</p>
      ) : (
        <Content />
      )}
    </Card>
  )
}
