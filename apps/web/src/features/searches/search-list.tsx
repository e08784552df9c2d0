import { isolate } from '@barkyard/domain/isolate'
import type { NewSearch, Search, SearchFilters } from '@barkyard/domain/schemas/search'
import { toSniffFilter } from '@barkyard/domain/sniff'
import { BADGES } from '@barkyard/domain/verification'
import { IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Button } from '../../components/button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Card } from '../../components/settings-card.tsx'
import { distanceText, useUnits } from '../../lib/distance.ts'
import { useOneRowAtATime } from '../../lib/one-at-a-time.ts'
import { ageRangeText } from '../../lib/sniff-words.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { capital } from '../../lib/words.ts'
import { trpc } from '../../trpc.ts'

/** The account's saved searches, newest first. Refreshed at each visit, because other devices change them too. */
export const useSearches = () => trpc.searches.list.useQuery(undefined, { staleTime: 0, throwOnError: false })

/** What says in words what a search looks for: "Small or medium, playful, 0–8 years, within 25 km". */
export function useSearchWords() {
  const units = useUnits()
  return (search: SearchFilters): string => {
    const { distance, ageRange, sizes, sex, temperaments, verified } = toSniffFilter(search)
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
}

/** Deletes a search. The toast saves it again: as a new one, which looks for dogs from now on. */
function useDeleteSearch(onDeleted: () => void) {
  const utils = trpc.useUtils()
  const back = trpc.searches.create.useMutation({ onError: error => toastError(error, 'Failed to save the search') })
  return trpc.searches.delete.useMutation({
    onMutate: ({ id }): NewSearch | undefined => utils.searches.list.getData()?.find(search => search.id === id),
    onSuccess: (_answer, _input, search) => {
      onDeleted()
      if (!search) return
      const { name, filters } = search
      toast({
        title: `“${isolate(name)}” is deleted`,
        action: { label: 'Undo', onClick: () => back.mutate({ name, filters }) },
      })
    },
    onError: error => toastError(error, 'Failed to delete the search'),
  })
}

interface SearchListProps {
  searches: readonly Search[]
  onRun: (search: Search) => void
  onDeleted: () => void
}

export function SearchList({ searches, onRun, onDeleted }: SearchListProps) {
  const wordsOf = useSearchWords()
  const remove = useDeleteSearch(onDeleted)
  const [startRemove, isDisabled] = useOneRowAtATime(remove.mutate)
  return (
    <ul>
      {searches.map((search, nth) => {
        const { id, name } = search
        const words = wordsOf(search.filters)
        return (
          <li
            key={id}
            className="row-8 center"
            style={{ paddingBlock: 10, borderTop: nth > 0 ? '1px solid var(--line)' : undefined }}
          >
            <div className="grow breakable" style={{ flexBasis: 160 }}>
              <p className="bold">{name}</p>
              {words === name ? null : <p className="quiet text-small">{words}</p>}
            </div>
            <div className="row-8 center">
              <Button variant="default" aria-label={`Show dogs: ${isolate(name)}`} onClick={() => onRun(search)}>
                Show dogs
              </Button>
              <button
                type="button"
                className="icon-button"
                aria-label={`Delete ${isolate(name)}`}
                aria-disabled={isDisabled}
                onClick={() => isDisabled || startRemove({ id })}
              >
                <IconTrash size={20} aria-hidden="true" />
              </button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** The saved searches of the account. They are made in Sniff. */
export function SearchesCard() {
  const heading = useRef<HTMLHeadingElement>(null)
  const searches = useSearches()
  const navigate = useNavigate()
  return (
    <Card title="Saved searches" headingRef={heading}>
      {searches.data?.length === 0 ? (
        <p className="quiet">
          None saved yet. Save one in <Link to="/sniff">Sniff</Link>, and we tell you about new dogs that match.
        </p>
      ) : null}
      <Loaded query={searches} failed="We couldn't load your searches" rows={2}>
        {saved => (
          <SearchList
            searches={saved}
            onRun={({ id }) => void navigate(`/sniff?search=${id}`)}
            onDeleted={() => heading.current?.focus()}
          />
        )}
      </Loaded>
    </Card>
  )
}
