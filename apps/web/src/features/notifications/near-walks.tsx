import '../../styles/mantine-field.css'
import type { Preferences, PreferencesEdit } from '@barkyard/domain/schemas/preferences'
import { WALKS_TOLD_A_WEEK, WALKS_TOLD_KM } from '@barkyard/domain/walk'
import { NativeSelect } from '@mantine/core'
import { distanceText } from '../../lib/distance.ts'

interface NearWalksProps {
  preferences: Preferences
  onChange: (edit: PreferencesEdit) => void
}

const OFF = 'off'

/** How near a new walk must be for the owner to be told of it. */
export const NearWalks = ({ preferences: { walksNearKm, units }, onChange }: NearWalksProps) => (
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
