import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import type { InfiniteList } from '../lib/list-pages.ts'
import { totalText } from '../lib/words.ts'
import { CollarTag } from './collar-tag.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import classes from './list-section.module.css'
import { SkeletonRows } from './loading.tsx'

/** Rows per page of the panel's lists. */
export const PAGE = 200
const SETTLE = 250

export function useSearch() {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), SETTLE)
  return {
    typed,
    setTyped,
    search,
    /** Whether the typed text has not been searched for yet. */ settling: typed.trim() !== search,
  }
}

/** Gives the focus to a section's heading, for example where the focused row is gone. */
export const focusSection = (id: string) => document.querySelector<HTMLElement>(`#${id} h2`)?.focus()

interface ListSectionProps {
  id: string
  title: string
  list: InfiniteList<unknown>
  search: ReturnType<typeof useSearch>
  things: string
  /** The fields searched, for the label: "dogs by name, breed or owner". */
  searches: string
  sort?: ReactNode
  toolbar?: ReactNode
  empty: string
  children: ReactNode
}

/** A list of the admin panel: title with total, search, order, and a scrolling box with the rows. */
export function ListSection(props: ListSectionProps) {
  const { list, search } = props
  const heading = useId()
  return (
    <section id={props.id} className={`card ${classes.section}`} aria-labelledby={heading}>
      <div className="row-12 center between">
        <h2 id={heading} className="line-8 text-name" tabIndex={-1}>
          <span>{props.title}</span>
          {list.total !== null ? <CollarTag size="sm">{totalText(list.total)}</CollarTag> : null}
        </h2>
        <div className="row-8 end" style={{ flex: '1 1 320px' }}>
          <TextInput
            type="search"
            style={{ flex: '1 1 120px', maxWidth: 320 }}
            aria-label={`Search ${props.searches}`}
            placeholder="Search"
            leftSection={<IconSearch size={18} aria-hidden="true" />}
            value={search.typed}
            maxLength={100}
            onChange={event => search.setTyped(event.currentTarget.value)}
          />
          {props.sort}
        </div>
      </div>
      {props.toolbar}
      <div data-stale={list.stale} aria-busy={list.stale} className={classes.rows}>
        {list.failed ? (
          <ErrorState title={`We couldn't load the ${props.things}`} error={list.failed} onRetry={list.retry} />
        ) : list.total === null ? (
          <SkeletonRows rows={6} />
        ) : list.items.length === 0 ? (
          <EmptyState
            mood={search.search ? 'nose-up' : 'asleep'}
            text={search.search ? `Nothing found for “${search.search}”.` : props.empty}
          />
        ) : (
          props.children
        )}
      </div>
    </section>
  )
}

interface SortProps<T extends string> {
  label: string
  value: T
  options: Record<T, string>
  onChange: (value: T) => void
}

export function Sort<T extends string>({ label, value, options, onChange }: SortProps<T>) {
  const keys = Object.keys(options) as T[]
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      data={keys.map(key => ({ value: key, label: options[key] }))}
      onChange={event => {
        const chosen = keys.find(key => key === event.currentTarget.value)
        if (chosen) onChange(chosen)
      }}
    />
  )
}
