import '../../styles/mantine-field.css'
import { zoneOf } from '@barkyard/domain/preferences'
import type { Preferences, PreferencesEdit } from '@barkyard/domain/schemas/preferences'
import { WALKS_TOLD_A_WEEK, WALKS_TOLD_KM } from '@barkyard/domain/walk'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Check } from '../../components/check.tsx'
import { distanceText } from '../../lib/distance.ts'
import { browsersZone } from '../../time-zone.ts'
import classes from './settings.module.css'

interface TimesProps {
  preferences: Preferences
  onChange: (edit: PreferencesEdit) => void
}

type Quiet = NonNullable<Preferences['quiet']>
const USUAL_QUIET: Quiet = { from: '22:00', to: '07:00' }

/** Saved when both times are complete and differ. */
function QuietTimes({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) {
  const [typed, setTyped] = useState(quiet)
  const change = (edit: Partial<Quiet>) => {
    const next = { ...typed, ...edit }
    setTyped(next)
    if (next.from && next.to && next.from !== next.to) onChange(next)
  }
  const error = typed.from === typed.to ? 'Pick two different times' : undefined
  return (
    <div className={`stack-12 ${classes.times}`}>
      {(['from', 'to'] as const).map(end => (
        <TextInput
          key={end}
          type="time"
          label={end === 'from' ? 'From' : 'To'}
          value={typed[end]}
          error={end === 'to' ? error : undefined}
          onChange={event => change({ [end]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}

export const QuietHours = ({ preferences: { quiet }, onChange }: TimesProps) => (
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
)

const REMINDERS = { day: 'A day before', hours: 'Two hours before' } as const

export const Reminders = ({ preferences: { reminders }, onChange }: TimesProps) => (
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
)

const DIGESTS: Record<Preferences['digest'], string> = {
  none: 'Never',
  daily: 'Every day at 6 PM',
  weekly: 'Mondays at 6 PM',
}

const OFF = 'off'

/** How near a new walk must be for the owner to be told of it. */
export const NearWalks = ({ preferences: { walksNearKm, units }, onChange }: TimesProps) => (
  <NativeSelect
    label="New walks near you"
    description={`We tell you of ${WALKS_TOLD_A_WEEK} a week at most.`}
    data={[
      { value: OFF, label: 'Never' },
      ...WALKS_TOLD_KM.map(km => ({ value: String(km), label: `Within ${distanceText(km, units)}` })),
    ]}
    value={String(walksNearKm ?? OFF)}
    onChange={({ currentTarget: { value } }) =>
      onChange({ walksNearKm: WALKS_TOLD_KM.find(km => String(km) === value) ?? null })
    }
  />
)

/** The digest: a mail about notifications that were neither seen nor mailed. */
export const Digest = ({ preferences: { digest }, onChange }: TimesProps) => (
  <NativeSelect
    maw={332}
    label="E-mail digest"
    description="Everything you haven't seen, in one e-mail"
    value={digest}
    data={(['none', 'daily', 'weekly'] as const).map(value => ({ value, label: DIGESTS[value] }))}
    onChange={event => onChange({ digest: event.currentTarget.value as Preferences['digest'] })}
  />
)

/** A time zone in words: "Pacific Time (Los Angeles)". */
function inWords(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts()
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ')
  return name && place && !name.includes(place) ? `${name} (${place})` : (name ?? zone)
}

export function TimeZone({ preferences: { timeZone }, onChange }: TimesProps) {
  const here = browsersZone()
  return (
    <p className="row-8 center">
      <span>
        Times are in <strong>{inWords(zoneOf(timeZone))}</strong>.
      </span>
      {timeZone === here ? null : (
        <Button
          variant="subtle"
          style={{ marginInline: -8, paddingInline: 8 }}
          onClick={() => onChange({ timeZone: here })}
        >
          Change to {inWords(here)}
        </Button>
      )}
    </p>
  )
}
