import { isolate } from '@barkyard/domain/isolate'
import type { Search } from '@barkyard/domain/schemas/search'
import type { SniffFilter } from '@barkyard/domain/sniff'
import { BADGES } from '@barkyard/domain/verification'
import { IconTrash } from '@tabler/icons-react'
import { Button } from '../../components/button.tsx'
import { distanceText, type Units } from '../../lib/distance.ts'
import { ageRangeText } from '../../lib/sniff-words.ts'
import { capital } from '../../lib/words.ts'
import classes from './search-row.module.css'

/** What a search looks for: "Small or medium, playful, 0–8 years, within 25 km". */
export function filterText(
  { distance, ageRange, sizes, sex, temperaments, verified }: SniffFilter,
  units: Units,
): string {
  const words = [
    sizes.join(' or '),
    sex ?? '',
    temperaments.join(' or '),
    ageRangeText(ageRange).toLowerCase(),
    ...verified.map(kind => BADGES[kind].toLowerCase()),
    `within ${distanceText(distance, units)}`,
  ]
  return capital(words.filter(Boolean).join(', '))
}

interface SearchRowProps {
  search: Search
  words: string
  isDisabled: boolean
  onRun: () => void
  onDelete: () => void
}

/** A saved search, with what it looks for. */
export const SearchRow = ({ search: { name }, words, isDisabled, onRun, onDelete }: SearchRowProps) => (
  <li className={`line ${classes.row}`}>
    <div className="grow breakable" style={{ flexBasis: 160 }}>
      <p className="bold">{name}</p>
      {words === name ? null : <p className="quiet text-small">{words}</p>}
    </div>
    <div className="row-8 center">
      <Button variant="default" aria-label={`Show dogs: ${isolate(name)}`} onClick={onRun}>
        Show dogs
      </Button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Delete ${isolate(name)}`}
        aria-disabled={isDisabled}
        onClick={isDisabled ? undefined : onDelete}
      >
        <IconTrash size={20} aria-hidden="true" />
      </button>
    </div>
  </li>
)
