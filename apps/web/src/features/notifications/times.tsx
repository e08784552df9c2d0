import '../../styles/mantine-field.css'
import { zoneOf } from '@barkyard/domain/preferences'
import type { Preferences, PreferencesEdit } from '@barkyard/domain/schemas/preferences'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
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
    <div className={classes.times}>
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
  <fieldset className={classes.group}>
    <legend>Quiet hours</legend>
    <label className={classes.choice}>
      <input
        type="checkbox"
        checked={quiet !== null}
        onChange={event => onChange({ quiet: event.currentTarget.checked ? USUAL_QUIET : null })}
      />
      Hold push notifications and e-mails until they end
    </label>
    {quiet ? <QuietTimes quiet={quiet} onChange={next => onChange({ quiet: next })} /> : null}
    <p className="quiet text-small">“Running late”, “I'm here” and last-minute cancellations still come through.</p>
  </fieldset>
)

const REMINDERS = { day: 'A day before', hours: 'Two hours before' } as const

export const Reminders = ({ preferences: { reminders }, onChange }: TimesProps) => (
  <fieldset className={classes.group}>
    <legend>Playdate reminders</legend>
    {(['day', 'hours'] as const).map(lead => (
      <label key={lead} className={classes.choice}>
        <input
          type="checkbox"
          checked={reminders[lead]}
          onChange={event => onChange({ reminders: { [lead]: event.currentTarget.checked } })}
        />
        {REMINDERS[lead]}
      </label>
    ))}
  </fieldset>
)

const DIGESTS: Record<Preferences['digest'], string> = {
  none: 'Never',
  daily: 'Every day at 6 PM',
  weekly: 'Mondays at 6 PM',
}

/** The digest: a mail about notifications that were neither seen nor mailed. */
export const Digest = ({ preferences: { digest }, onChange }: TimesProps) => (
  <NativeSelect
    className={classes.digest ?? ''}
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
    <p className={classes.zone}>
      <span>
        Times are in <strong>{inWords(zoneOf(timeZone))}</strong>.
      </span>
      {timeZone === here ? null : (
        <Button variant="subtle" className={classes.inline} onClick={() => onChange({ timeZone: here })}>
          Change to {inWords(here)}
        </Button>
      )}
    </p>
  )
}
