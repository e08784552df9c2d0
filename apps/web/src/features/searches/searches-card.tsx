import { toSniffFilter } from '@barkyard/domain/sniff'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Loaded } from '../../components/loaded.tsx'
import { Card } from '../../components/settings-card.tsx'
import { useUnits } from '../../lib/distance.ts'
import { useOneRowAtATime } from '../../lib/one-at-a-time.ts'
import { useDeleteSearch, useSearches } from './data.ts'
import { filterText, SearchRow } from './search-row.tsx'

/** The saved searches of the account. They are made in Sniff. */
export function SearchesCard() {
  const heading = useRef<HTMLHeadingElement>(null)
  const searches = useSearches()
  // The focused button was removed with its row.
  const remove = useDeleteSearch(() => heading.current?.focus())
  const [startRemove, isDisabled] = useOneRowAtATime(remove.mutate)
  const units = useUnits()
  const navigate = useNavigate()
  return (
    <Card title="Saved searches" headingRef={heading}>
      <Loaded query={searches} failed="We couldn't load your searches" rows={2}>
        {saved =>
          saved.length === 0 ? (
            <p className="quiet">
              None saved yet. Save one in <Link to="/sniff">Sniff</Link>, and we tell you about new dogs that match.
            </p>
          ) : (
            <ul>
              {saved.map(search => (
                <SearchRow
                  key={search.id}
                  search={search}
                  words={filterText(toSniffFilter(search.filters), units)}
                  isDisabled={isDisabled}
                  onRun={() => void navigate(`/sniff?search=${search.id}`)}
                  onDelete={() => startRemove({ id: search.id })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
