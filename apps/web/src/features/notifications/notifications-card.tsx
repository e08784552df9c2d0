import { KIND_LABELS, NOTIFICATION_KINDS, type NotificationKind } from '@barkyard/domain/notification'
import { MAILS_THAT_STAY, zoneOf } from '@barkyard/domain/preferences'
import type { AccountSetup } from '@barkyard/domain/schemas/account'
import type { Preferences, PreferencesEdit } from '@barkyard/domain/schemas/preferences'
import { WALKS_TOLD_A_WEEK, WALKS_TOLD_KM } from '@barkyard/domain/walk'
import { NativeSelect, Table, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { Check } from '../../components/check.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Card, ClosedCard } from '../../components/settings-card.tsx'
import { distanceText } from '../../lib/distance.ts'
import { useEditPreferences, usePreferences } from '../../lib/preferences.ts'
import { browsersZone } from '../../time-zone.ts'
import { trpc } from '../../trpc.ts'
import { Devices } from './devices.tsx'

const CHANNELS = { push: 'Push', mail: 'E-mail' } as const
const staysOn = (kind: NotificationKind, channel: keyof typeof CHANNELS) =>
  channel === 'mail' && MAILS_THAT_STAY.some(one => one === kind)

type Quiet = NonNullable<Preferences['quiet']>
const USUAL_QUIET: Quiet = { from: '22:00', to: '07:00' }
const REMINDERS = { day: 'A day before', hours: 'Two hours before' } as const
const DIGESTS: Record<Preferences['digest'], string> = {
  none: 'Never',
  daily: 'Every day at 6 PM',
  weekly: 'Mondays at 6 PM',
}

interface SettingsProps {
  preferences: Preferences
  onChange: (edit: PreferencesEdit) => void
}

/** Why mails do not come. null: they do. The demo's addresses are nobody's, and a provider confirms those that it keeps. */
function noteOfMail({ sendsMail, isDemo, hasPassword }: AccountSetup, isConfirmed: boolean): string | null {
  if (!sendsMail) return 'This installation sends no mail, so nothing comes by e-mail.'
  if (isConfirmed) return null
  if (isDemo) return "Reminders and digests aren't mailed to the demo's accounts."
  const confirmed = hasPassword ? 'your address is confirmed' : 'your sign-in provider has confirmed your address'
  return `Reminders and digests are mailed once ${confirmed}.`
}

export function NotificationsCard() {
  const user = useUser()
  const query = usePreferences()
  const onChange = useEditPreferences('Failed to save your notification settings')
  const heading = useRef<HTMLHeadingElement>(null)
  if (!user) return null
  if (user.isImpersonating) return <ClosedCard title="Push and e-mail" text="your notifications" />
  return (
    <Card title="Push and e-mail" headingRef={heading}>
      <Devices onDone={() => heading.current?.focus()} />
      <Loaded query={query} failed="We couldn't load your settings" rows={10}>
        {preferences => <Settings preferences={preferences} onChange={onChange} />}
      </Loaded>
    </Card>
  )
}

function Settings({ preferences, onChange }: SettingsProps) {
  const { quiet, reminders, walksNearKm, units, digest, timeZone } = preferences
  const here = browsersZone()
  const setup = trpc.account.setup.useQuery(undefined, { throwOnError: false }).data
  const isConfirmed = useUser()?.emailVerified ?? false
  return (
    <>
      <KindsTable preferences={preferences} onChange={onChange} />
      <p className="quiet text-small hide-empty">{setup && noteOfMail(setup, isConfirmed)}</p>
      <NativeSelect
        label="New walks near you"
        description={`We tell you of ${WALKS_TOLD_A_WEEK} a week at most.`}
        data={[
          { value: '', label: 'Never' },
          ...WALKS_TOLD_KM.map(km => ({ value: String(km), label: `Within ${distanceText(km, units)}` })),
        ]}
        value={String(walksNearKm ?? '')}
        onChange={({ currentTarget: { value } }) =>
          onChange({ walksNearKm: WALKS_TOLD_KM.find(km => String(km) === value) ?? null })
        }
      />
      <fieldset className="stack-4">
        <legend className="bold">Quiet hours</legend>
        <Check
          checked={quiet !== null}
          onChange={event => onChange({ quiet: event.currentTarget.checked ? USUAL_QUIET : null })}
        >
          Hold push notifications and e-mails until they end
        </Check>
        {quiet ? <QuietTimes quiet={quiet} onChange={next => onChange({ quiet: next })} /> : null}
        <p className="quiet text-small">“Running late”, “I'm here” and last-minute cancellations still come through.</p>
      </fieldset>
      <fieldset className="stack-4">
        <legend className="bold">Playdate reminders</legend>
        {(['day', 'hours'] as const).map(lead => (
          <Check
            key={lead}
            checked={reminders[lead]}
            onChange={event => onChange({ reminders: { [lead]: event.currentTarget.checked } })}
          >
            {REMINDERS[lead]}
          </Check>
        ))}
      </fieldset>
      <NativeSelect
        maw={332}
        label="E-mail digest"
        description="Everything you haven't seen, in one e-mail"
        value={digest}
        data={Object.entries(DIGESTS).map(([value, label]) => ({ value, label }))}
        onChange={event => onChange({ digest: event.currentTarget.value as Preferences['digest'] })}
      />
      <p className="row-8 center" tabIndex={-1}>
        <span>
          Times are in <strong>{zoneInWords(zoneOf(timeZone))}</strong>.
        </span>
        {timeZone === here ? null : (
          <Button
            variant="subtle"
            style={{ marginInline: -8, paddingInline: 8 }}
            onClick={event => {
              event.currentTarget.parentElement?.focus()
              onChange({ timeZone: here })
            }}
          >
            Change to {zoneInWords(here)}
          </Button>
        )}
      </p>
    </>
  )
}

const KindsTable = ({ preferences: { kinds }, onChange }: SettingsProps) => (
  <Table verticalSpacing={0} horizontalSpacing={0} fz="md">
    <caption className="visually-hidden">What you get by push and by e-mail</caption>
    <thead>
      <Table.Tr>
        <td />
        {Object.values(CHANNELS).map(label => (
          <th key={label} scope="col" className="quiet text-small bold" style={{ minWidth: 64 }}>
            {label}
          </th>
        ))}
      </Table.Tr>
    </thead>
    <tbody>
      {NOTIFICATION_KINDS.map(kind => (
        <Table.Tr key={kind}>
          <Table.Th scope="row" w="100%" fw={500} py={8} pr={8}>
            {KIND_LABELS[kind]}
          </Table.Th>
          {(['push', 'mail'] as const).map(channel => (
            <Table.Td key={channel}>
              <label className="disc target">
                <input
                  type="checkbox"
                  aria-label={`${KIND_LABELS[kind]}: ${CHANNELS[channel].toLowerCase()}${staysOn(kind, channel) ? ', always sent' : ''}`}
                  checked={staysOn(kind, channel) || kinds[kind][channel]}
                  disabled={staysOn(kind, channel)}
                  onChange={event => onChange({ kinds: { [kind]: { [channel]: event.currentTarget.checked } } })}
                />
              </label>
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </tbody>
  </Table>
)

function QuietTimes({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) {
  const [{ saved, typed }, setState] = useState({ saved: quiet, typed: quiet })
  // What was typed could not be saved, or other times were saved elsewhere.
  if (saved.from !== quiet.from || saved.to !== quiet.to) setState({ saved: quiet, typed: quiet })
  const change = (next: Quiet) => {
    setState({ saved, typed: next })
    if (next.from && next.to && next.from !== next.to) onChange(next)
  }
  return (
    <div className="stack-12 mb-8" style={{ gridTemplateColumns: 'repeat(2, minmax(0, 160px))' }}>
      {(['from', 'to'] as const).map(end => (
        <TextInput
          key={end}
          type="time"
          label={end === 'from' ? 'From' : 'To'}
          value={typed[end]}
          error={typed[end] ? end === 'to' && typed.from === typed.to && 'Pick two different times' : 'Pick a time'}
          onChange={event => change({ ...typed, [end]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}

/** A time zone in words: "Pacific Time (Los Angeles)". */
function zoneInWords(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts()
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ')
  return name && place && !name.includes(place) ? `${name} (${place})` : (name ?? zone)
}
