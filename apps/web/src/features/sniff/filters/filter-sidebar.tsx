import type { SniffFilter } from '@barkyard/domain/sniff'
import type { ReactNode } from 'react'
import { Mantine } from '../../../components/mantine.tsx'
import { ClearButton, FilterPanel } from './filter-panel.tsx'
import { useFilterDraft } from './use-filter-draft.ts'

export interface FiltersProps {
  filter: SniffFilter
  onChange: (filter: SniffFilter) => void
  note?: ReactNode
  saved?: ReactNode
}

/** The filters beside the results. */
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
