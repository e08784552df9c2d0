import { SIZES, TEMPERAMENTS } from '@barkyard/domain/dog'
import { CLEAR_FILTER, type SniffFilter } from '@barkyard/domain/sniff'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Button } from '../../components/button.tsx'
import { capital } from '../../lib/words.ts'
import classes from './filter-panel.module.css'
import { AgeSlider, DistanceSlider } from './filter-sliders.tsx'
import { countFilters } from './sniff-address.ts'

interface TogglesProps<T extends string> {
  title: string
  all: readonly T[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}

/** Options that toggle one by one. The list keeps their order. */
function Toggles<T extends string>({ title, all, chosen, onChange }: TogglesProps<T>) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out with the rest
    <div role="group" aria-labelledby={id} className={classes.group}>
      <h3 id={id} className={classes.label}>
        {title}
      </h3>
      <div className={classes.toggles}>
        {all.map(word => {
          const on = chosen.includes(word)
          return (
            <button
              key={word}
              type="button"
              className={classes.toggle}
              aria-pressed={on}
              onClick={() => onChange(all.filter(one => (one === word ? !on : chosen.includes(one))))}
            >
              {on ? <IconCheck size={16} stroke={3} aria-hidden="true" /> : null}
              {capital(word)}
            </button>
          )
        })}
      </div>
    </div>
  )
}

export interface FilterPanelProps {
  filter: SniffFilter
  onChange: (filter: SniffFilter) => void
  /** A note about the distance if it is unknown. */
  note?: ReactNode
}

/** Distance, age, size and temperament: the same in the sidebar and in the drawer. */
export function FilterPanel({ filter, onChange, note }: FilterPanelProps) {
  return (
    <div className={classes.panel}>
      <div>
        <DistanceSlider value={filter.distance} onCommit={distance => onChange({ ...filter, distance })} />
        {note ? <p className={classes.note}>{note}</p> : null}
      </div>
      <AgeSlider value={filter.ageRange} onCommit={ageRange => onChange({ ...filter, ageRange })} />
      <Toggles title="Size" all={SIZES} chosen={filter.sizes} onChange={sizes => onChange({ ...filter, sizes })} />
      <Toggles
        title="Temperament"
        all={TEMPERAMENTS}
        chosen={filter.temperaments.filter(one => TEMPERAMENTS.some(known => known === one))}
        onChange={temperaments => onChange({ ...filter, temperaments })}
      />
    </div>
  )
}

/** Back to 25 km, 0 to 15 years, any size and temperament. */
export const ClearButton = ({ filter, onChange }: Pick<FilterPanelProps, 'filter' | 'onChange'>) => (
  <Button
    variant="subtle"
    className={classes.clear}
    // Not `disabled`, because the button would lose the focus after a click.
    aria-disabled={countFilters(filter) === 0}
    onClick={() => onChange(CLEAR_FILTER)}
  >
    Clear
  </Button>
)
