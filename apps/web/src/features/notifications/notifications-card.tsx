import { NOTIFICATION_KINDS, type NotificationKind } from '@barkyard/domain/notification'
import { MAILS_THAT_STAY } from '@barkyard/domain/preferences'
import type { Preferences, PreferencesEdit } from '@barkyard/domain/schemas/preferences'
import { useUser } from '../../auth.ts'
import { Loaded } from '../../components/loaded.tsx'
import { Card, ClosedCard } from '../../components/settings-card.tsx'
import { useEditPreferences, usePreferences } from '../../lib/preferences.ts'
import { Devices } from './devices.tsx'
import classes from './settings.module.css'
import { Digest, NearWalks, QuietHours, Reminders, TimeZone } from './times.tsx'

const LABELS: Record<NotificationKind, string> = {
  match: 'First barks',
  message: 'Messages',
  playdate: 'Playdates',
  reminder: 'Reminders',
  search: 'Saved searches and invitations',
  walk: 'New walks near you',
  lost: 'Lost dogs',
  moderation: 'Moderator decisions',
  account: 'Your account',
}
const CHANNELS = { push: 'Push', mail: 'E-mail' } as const

const staysOn = (kind: NotificationKind, channel: keyof typeof CHANNELS) =>
  channel === 'mail' && MAILS_THAT_STAY.some(one => one === kind)

interface KindsTableProps {
  kinds: Preferences['kinds']
  onChange: (edit: PreferencesEdit) => void
}

const KindsTable = ({ kinds, onChange }: KindsTableProps) => (
  <table className={classes.kinds}>
    <caption className="visually-hidden">What you get by push and by e-mail</caption>
    <thead>
      <tr>
        <td />
        {Object.values(CHANNELS).map(label => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {NOTIFICATION_KINDS.map(kind => (
        <tr key={kind}>
          <th scope="row">{LABELS[kind]}</th>
          {(['push', 'mail'] as const).map(channel => (
            <td key={channel}>
              <label className={classes.box}>
                <input
                  type="checkbox"
                  aria-label={`${LABELS[kind]}: ${CHANNELS[channel].toLowerCase()}${staysOn(kind, channel) ? ', always sent' : ''}`}
                  checked={staysOn(kind, channel) || kinds[kind][channel]}
                  disabled={staysOn(kind, channel)}
                  onChange={event => onChange({ kinds: { [kind]: { [channel]: event.currentTarget.checked } } })}
                />
              </label>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

function Content() {
  const query = usePreferences()
  const onChange = useEditPreferences('Failed to save your notification settings')
  return (
    <Loaded query={query} failed="We couldn't load your settings" rows={10}>
      {preferences => {
        const given = { preferences, onChange }
        return (
          <>
            <Devices />
            <KindsTable kinds={preferences.kinds} onChange={onChange} />
            <NearWalks {...given} />
            <QuietHours {...given} />
            <Reminders {...given} />
            <Digest {...given} />
            <TimeZone {...given} />
          </>
        )
      }}
    </Loaded>
  )
}

/** The user's notification settings. Each change is saved at once. */
export function NotificationsCard() {
  const user = useUser()
  if (!user) return null
  if (user.isImpersonating) return <ClosedCard title="Push and e-mail" text="your notifications" />
  return (
    <Card title="Push and e-mail">
      <Content />
    </Card>
  )
}
