import { isolate } from '@barkyard/domain/isolate'
import type { Search, SearchFilters } from '@barkyard/domain/schemas/search'
import { SEARCH_NAME_MAX, SEARCHES_PER_USER } from '@barkyard/domain/search'
import { type SniffFilter, toSniffFilter, toSniffQuery } from '@barkyard/domain/sniff'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { Dialog } from '../../components/dialog.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { mountedWhenOpened, type Opened } from '../../components/mounted-when-opened.tsx'
import { OneFieldForm } from '../../components/one-field-form.tsx'
import { toast, told } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'
import { SearchList, useSearches, useSearchWords } from './search-list.tsx'

/** Looks a saved search up, to which a notification links: null if it is gone. Draws nothing. */
function RunSearch({ id, onFound }: { id: string; onFound: (filters: SearchFilters | null) => void }) {
  const { data, isFetching, isError } = useSearches()
  const isKnown = (data !== undefined && !isFetching) || isError
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known
  useEffect(() => {
    if (!isKnown) return
    const search = data?.find(one => one.id === id)
    if (!search) toast({ title: 'This search is gone', message: 'These are the dogs near you.' })
    onFound(search?.filters ?? null)
  }, [isKnown])
  return null
}

interface SniffSearchesProps extends Opened {
  onClosed: () => void
  filter: SniffFilter
  onChange: (filter: SniffFilter) => void
  /** The id of a saved search to which a notification has led. */
  linked: string | null
}

/** The saved searches of Sniff, as filters of its panel. Downloaded when they are first asked for. */
export const SniffSearches = ({ linked, ...props }: SniffSearchesProps) => (
  <>
    {linked ? (
      <RunSearch
        key={linked}
        id={linked}
        onFound={found => props.onChange(found ? toSniffFilter(found) : props.filter)}
      />
    ) : null}
    <SavedSearches {...props} />
  </>
)

const SavedSearches = mountedWhenOpened(
  ({ opened, onClose, onClosed, filter, onChange }: Omit<SniffSearchesProps, 'linked'>) => {
    const list = useRef<HTMLHeadingElement>(null)
    const toList = () => list.current?.focus()
    const query = useSearches()
    const wordsOf = useSearchWords()
    const save = trpc.searches.create.useMutation(
      told(
        ({ name }: Search) => ({
          title: `“${isolate(name)}” is saved`,
          message: "We'll tell you about new dogs that match.",
        }),
        'Failed to save the search',
        toList,
      ),
    )
    const filters = { sizes: [], temperaments: [], verified: [], ...toSniffQuery(filter) }
    const words = wordsOf(filters)
    return (
      <Dialog opened={opened} onClose={onClose} onClosed={onClosed} title="Saved searches">
        <div className="stack-24" style={{ paddingBottom: 8 }}>
          <Loaded query={query} failed="We couldn't load your searches" rows={3}>
            {found => {
              const saved = found.find(search => wordsOf(search.filters) === words)
              return (
                <>
                  {saved ? (
                    <p>The search on the page is saved as “{saved.name}”.</p>
                  ) : found.length >= SEARCHES_PER_USER ? (
                    <p>You have {SEARCHES_PER_USER} saved searches. Delete one to save another.</p>
                  ) : (
                    <OneFieldForm
                      key={words}
                      className="stack-12"
                      label="Name of this search"
                      description={words}
                      defaultValue={words.slice(0, SEARCH_NAME_MAX)}
                      maxLength={SEARCH_NAME_MAX}
                      missing="Please give it a name"
                      button="Save this search"
                      pending={save.isPending && 'Saving...'}
                      onSend={name => save.mutate({ name, filters })}
                    />
                  )}
                  <section aria-labelledby="saved">
                    <h3 ref={list} id="saved" tabIndex={-1} className="label">
                      {found.length === 0 ? 'None saved yet' : 'Yours'}
                    </h3>
                    <SearchList
                      searches={found}
                      onRun={search => {
                        onClose()
                        onChange(toSniffFilter(search.filters))
                      }}
                      onDeleted={toList}
                    />
                  </section>
                  <p className="quiet text-small">
                    At most once a day, at 6 PM, we tell you about new dogs that match.{' '}
                    <Link to="/settings/notifications">Choose how</Link>
                  </p>
                </>
              )
            }}
          </Loaded>
        </div>
      </Dialog>
    )
  },
)
