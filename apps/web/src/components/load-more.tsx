import type { MorePages } from '../lib/list-pages.ts'
import { Button } from './button.tsx'

interface LoadMoreProps {
  list: MorePages
  /** What the list contains, "playdates". */
  what: string
  label?: string
}

export function LoadMore({ list, what, label = `Show more ${what}` }: LoadMoreProps) {
  if (!list.hasMore) return null
  return (
    <div className="stack-12 mt-24" style={{ justifyItems: 'center' }}>
      {list.moreFailed && !list.loadingMore ? <p role="alert">We couldn't load more {what}.</p> : null}
      <Button variant="default" pending={list.loadingMore && 'Loading...'} onClick={list.loadMore}>
        {list.moreFailed ? 'Try again' : label}
      </Button>
    </div>
  )
}
