import type { Preferences, PreferencesEdit } from '@barkyard/domain/schemas/preferences'
import type { User } from '@barkyard/domain/schemas/user'
import type { ReactNode } from 'react'
import { Check } from '../../components/check.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PillChoice } from '../../components/pill-choice.tsx'
import { Card } from '../../components/settings-card.tsx'
import { useEditPreferences, usePreferences } from '../../lib/preferences.ts'

interface PreferenceCardProps {
  title: string
  saved?: (now: Preferences) => string
  children: (preferences: Preferences, change: (edit: PreferencesEdit) => void) => ReactNode
}

function PreferenceCard({ title, saved, children }: PreferenceCardProps) {
  const query = usePreferences()
  const change = useEditPreferences('Failed to save this', saved)
  return (
    <Card title={title}>
      <Loaded query={query} failed="We couldn't load this setting">
        {/* In a box: a card would stretch it. */}
        {preferences => <div>{children(preferences, change)}</div>}
      </Loaded>
    </Card>
  )
}

export const ChatsCard = () => (
  <PreferenceCard title="Chats">
    {({ showTyping }, change) => (
      <>
        <Check checked={showTyping} onChange={event => change({ showTyping: event.currentTarget.checked })}>
          Show others when I'm typing
        </Check>
        <p className="quiet text-small">If you hide it, you won't see when others are typing either.</p>
        <p className="quiet text-small">
          The ten chats that you read last are kept on this device, encrypted, for when you're offline. Logging out
          deletes them.
        </p>
      </>
    )}
  </PreferenceCard>
)

export const FirstNameCard = ({ user }: { user: User }) => (
  <PreferenceCard
    title="Meeting in person"
    saved={({ showFirstName }) => (showFirstName ? 'Your first name is shown' : 'Your first name is kept back')}
  >
    {({ showFirstName }, change) => (
      <Check
        checked={showFirstName}
        onChange={event => change({ showFirstName: event.currentTarget.checked })}
        note="From accepting a playdate until a day after it, so that you can find each other. Your invite link and what you report about a lost dog always show it."
      >
        Tell the other owner that “{user.firstName}” is coming
      </Check>
    )}
  </PreferenceCard>
)

export const UnitsCard = () => (
  <PreferenceCard title="Distances">
    {({ units }, change) => (
      <PillChoice
        legend="Show distances in"
        value={units}
        options={[
          ['km', 'Kilometers'],
          ['mi', 'Miles'],
        ]}
        onChange={next => change({ units: next })}
      />
    )}
  </PreferenceCard>
)
