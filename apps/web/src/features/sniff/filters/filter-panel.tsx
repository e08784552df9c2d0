import { SEXES, SIZES, TEMPERAMENTS } from '@barkyard/domain/dog'
import { CLEAR_FILTER, type SniffFilter } from '@barkyard/domain/sniff'
import { BADGES, VERIFICATION_KINDS } from '@barkyard/domain/verification'
import type { ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { Mantine } from '../../../components/mantine.tsx'
import { Toggles } from '../../../components/toggles.tsx'
import { countFilters } from '../../../lib/sniff-address.ts'
import { AgeSlider, DistanceSlider } from './filter-sliders.tsx'
import classes from './filters.module.css'
import { useFilterDraft } from './use-filter-draft.ts'

type Draft = ReturnType<typeof useFilterDraft>

export interface FiltersProps {
  filter: SniffFilter
  onChange: (filter: SniffFilter) => void
  note?: ReactNode
  saved?: ReactNode
}

/** Distance, age, size, sex, temperament and what was checked: the same in the sidebar and in the drawer. */
export function FilterPanel({ draft, note, saved }: Pick<FiltersProps, 'note' | 'saved'> & { draft: Draft }) {
  const { filter, show, release, change } = draft
  return (
    <div className="stack-24">
      <div>
        <DistanceSlider
          value={filter.distance}
          onMove={distance => show({ distance })}
          onRelease={distance => release({ distance })}
        />
        {note ? <p className="mt-8 sunken text-small">{note}</p> : null}
      </div>
      <AgeSlider
        value={filter.ageRange}
        onMove={ageRange => show({ ageRange })}
        onRelease={ageRange => release({ ageRange })}
      />
      <Toggles title="Size" all={SIZES} chosen={filter.sizes} onChange={sizes => change({ sizes })} />
      {/* One at most: both would filter nothing. */}
      <Toggles
        title="Sex"
        all={SEXES}
        chosen={filter.sex ? [filter.sex] : []}
        onChange={sexes => change({ sex: sexes.find(sex => sex !== filter.sex) ?? null })}
      />
      <Toggles
        title="Temperament"
        all={TEMPERAMENTS}
        chosen={filter.temperaments.filter(one => TEMPERAMENTS.some(known => known === one))}
        onChange={temperaments => change({ temperaments })}
      />
      <Toggles
        title="Checked by a moderator"
        all={VERIFICATION_KINDS}
        words={BADGES}
        chosen={filter.verified}
        onChange={verified => change({ verified })}
      />
      {saved}
    </div>
  )
}

export const ClearButton = ({ draft: { filter, change } }: { draft: Draft }) => (
  <Button
    variant="subtle"
    className={classes.clear}
    // Not `disabled`, because the button would lose the focus after a click.
    aria-disabled={countFilters(filter) === 0}
    onClick={() => change(CLEAR_FILTER)}
  >
    Clear
  </Button>
)

export function FilterSidebar({ filter, onChange, note, saved }: FiltersProps) {
  const draft = useFilterDraft(filter, onChange)
  return (
    <Mantine>
      <div className="between line mb-8">
        <h2 className="text-lead">Filters</h2>
        <ClearButton draft={draft} />
      </div>
      <FilterPanel draft={draft} note={note} saved={saved} />
    </Mantine>
  )
}
