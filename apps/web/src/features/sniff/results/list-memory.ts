import type { VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'

/** The measured rows, so that a list has its height and position at once after going back. */
interface Rows {
  /** The width of the list in px. At another width the rows differ. */
  width: number
  /** The scroll position in px. */
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

/** The position in the list when a dog was opened. */
interface Left {
  search: string
  key: string
  y: number
  dogId: string
}

let left: Left | null = null

/** Call this when a dog is opened from the list. */
export function rememberLeft(place: Left) {
  left = place
}

/**
 * After going back from a dog's page: the `search` to show, `rowsKey` of the measured rows, and `dogId` of the opened dog.
 * The browser's Back needs little help. A plain link to /sniff restores filters and position.
 */
export function useReturn() {
  const location = useLocation()
  const navigate = useNavigate()
  const byLink = useNavigationType() === 'PUSH' && location.search === ''
  const [back] = useState(() => (byLink || left?.key === location.key ? left : null))
  const [linked] = useState(byLink ? back : null)
  const [arrived, setArrived] = useState(!linked?.search)

  useEffect(() => {
    left = null
    if (!linked) return
    if (linked.search) void navigate({ search: linked.search }, { replace: true, preventScrollReset: true })
    window.scrollTo(0, linked.y)
  }, [linked, navigate])

  useEffect(() => {
    if (location.search === linked?.search) setArrived(true)
  }, [location.search, linked])

  return {
    search: arrived ? location.search : (linked?.search ?? ''),
    rowsKey: linked?.key ?? location.key,
    dogId: back?.dogId ?? null,
  }
}
