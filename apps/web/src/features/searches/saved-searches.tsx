import '../../styles/mantine-field.css'
import type { SearchFilters } from '@barkyard/domain/schemas/search'
import { SEARCH_NAME_MAX, SEARCHES_PER_USER } from '@barkyard/domain/search'
import { toSniffFilter } from '@barkyard/domain/sniff'
import { TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { mountedWhenOpened } from '../../components/mounted-when-opened.tsx'
import { useUnits } from '../../lib/distance.ts'
import { useOnce, useOneRowAtATime } from '../../lib/one-at-a-time.ts'
import { useDeleteSearch, useSaveSearch, useSearches } from './data.ts'
import { filterText, SearchRow } from './search-row.tsx'

interface SavedSearchesProps {
  opened: boolean
  onClose: () => void
  /** See Dialog. */
  onClosed: () => void
  /** The search on the page, which can be saved. */
  filters: SearchFilters
  onRun: (filters: SearchFilters) => void
}

function SaveForm({ filters, words, onSaved }: { filters: SearchFilters; words: string; onSaved: () => void }) {
  const [name, setName] = useState(words.slice(0, SEARCH_NAME_MAX))
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const save = useOnce(useSaveSearch(onSaved))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') return save.start({ name, filters })
    setError('Please give it a name')
    field.current?.focus()
  }
  return (
    <form className="stack-12" onSubmit={submit} noValidate>
      <TextInput
        ref={field}
        label="Name of this search"
        description={words}
        value={name}
        error={error}
        maxLength={SEARCH_NAME_MAX}
        autoComplete="off"
        onChange={event => {
          setName(event.currentTarget.value)
          setError(null)
        }}
      />
      <Button type="submit" aria-disabled={save.isPending}>
        {save.isPending ? 'Saving...' : 'Save this search'}
      </Button>
    </form>
  )
}

/** Saves the search on the page, and lists the saved ones to run or delete. */
export const SavedSearches = mountedWhenOpened(({ opened, onClose, onClosed, filters, onRun }: SavedSearchesProps) => {
  const list = useRef<HTMLHeadingElement>(null)
  const toList = () => list.current?.focus()
  const query = useSearches()
  const searches = query.data
  const remove = useDeleteSearch(toList)
  const [startRemove, isDisabled] = useOneRowAtATime(remove.mutate)
  const units = useUnits()
  const wordsOf = (search: SearchFilters) => filterText(toSniffFilter(search), units)
  const words = wordsOf(filters)
  const saved = searches?.find(search => wordsOf(search.filters) === words)
  const isFull = searches !== undefined && searches.length >= SEARCHES_PER_USER

  const top = saved ? (
    <p>The search on the page is saved as “{saved.name}”.</p>
  ) : isFull ? (
    <p>You have {SEARCHES_PER_USER} saved searches. Delete one to save another.</p>
  ) : (
    <SaveForm key={words} filters={filters} words={words} onSaved={toList} />
  )
  return (
    <Dialog opened={opened} onClose={onClose} onClosed={onClosed} title="Saved searches">
      <div className="stack-24" style={{ paddingBottom: 8 }}>
        <Loaded query={query} failed="We couldn't load your searches" rows={3}>
          {found => (
            <>
              {top}
              <section aria-labelledby="saved">
                <h3 ref={list} id="saved" tabIndex={-1} className="label">
                  {found.length === 0 ? 'None saved yet' : 'Yours'}
                </h3>
                <ul>
                  {found.map(search => (
                    <SearchRow
                      key={search.id}
                      search={search}
                      words={wordsOf(search.filters)}
                      isDisabled={isDisabled}
                      onRun={() => {
                        onClose()
                        onRun(search.filters)
                      }}
                      onDelete={() => startRemove({ id: search.id })}
                    />
                  ))}
                </ul>
              </section>
              <p className="quiet text-small">
                At most once a day, at 6 PM, we tell you about new dogs that match.{' '}
                <Link to="/settings/notifications">Choose how</Link>
              </p>
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
})
