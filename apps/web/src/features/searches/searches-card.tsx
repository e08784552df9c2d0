import { useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Loaded } from '../../components/loaded.tsx'
import { Card } from '../../components/settings-card.tsx'
import { SearchList, useSearches } from './search-list.tsx'

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
