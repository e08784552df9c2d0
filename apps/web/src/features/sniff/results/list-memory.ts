import type { VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { readStored, store } from '../../../lib/stored.ts'

/** The measured rows, so that a list has its height and position at once after going back. */
interface Rows {
  /** The width of the list in px. At another width the rows differ. */
  width: number
  y: number
  rows: VirtualItem[]
}

const VISITS = 20
const visits = new Map<string, Rows>()

/** `key` is that of the history entry. */
export const rowsOf = (key: string): Rows | null => visits.get(key) ?? null

export function keepRows(key: string, rows: Rows) {
  visits.delete(key)
  visits.set(key, rows)
  const oldest = visits.keys().next().value
  if (visits.size > VISITS && oldest !== undefined) visits.delete(oldest)
}

interface Left {
  search: string
  key: string
  y: number
  dogId: string
}

let left: Left | null = null

export function rememberLeft(place: Left) {
  left = place
}

/** A dog's last filters, as an address' query, on this device until signing out. */
const keyOf = (dogId: string) => `sniff:${dogId}`

function recall(dogId: string): string {
  const search = readStored(keyOf(dogId))
  return typeof search === 'string' ? search : ''
}

/** @param search "?distance=60"; '' for the cleared filters */
export const rememberFilters = (dogId: string, search: string) => store(keyOf(dogId), search || null)

/**
 * After going back from a dog's page: the `search` to show, `rowsKey` of the measured rows, and `dogId` of the opened dog.
 * The browser's Back needs little help. A plain link to /sniff restores filters and position; without a list that was left
 * for a dog's page, the filters that the acting dog used last.
 */
export function useReturn(actingDogId: string) {
  const location = useLocation()
  const navigate = useNavigate()
  const type = useNavigationType()
  // Clearing the filters replaces the entry. The first one of a tab has no key.
  const isPlain = location.search === '' && (type === 'PUSH' || location.key === 'default')
  const byLink = isPlain && type === 'PUSH'
  const [back] = useState(() => (byLink || left?.key === location.key ? left : null))
  const [linked] = useState(byLink ? back : null)
  const [firstKey] = useState(location.key)
  const wanted = !isPlain ? '' : linked && firstKey === location.key ? linked.search : recall(actingDogId)

  useEffect(() => {
    left = null
    if (linked) window.scrollTo(0, linked.y)
  }, [linked])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry of the history
  useEffect(() => {
    if (wanted) void navigate({ search: wanted }, { replace: true, preventScrollReset: true })
  }, [location.key])

  return {
    search: wanted || location.search,
    rowsKey: linked?.key ?? location.key,
    dogId: back?.dogId ?? null,
  }
}
