import type { VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'

/** Rows as measured, so that a list one comes back to has its height, and its place, at once. */
interface Rows {
  /** Of the list in px: at another width the rows are other rows. */
  width: number
  /** How far the page was scrolled, in px. */
  y: number
  rows: VirtualItem[]
}

const VISITS = 20
const visits = new Map<string, Rows>()

/** `key` is the history entry's. */
export const rowsOf = (key: string): Rows | null => visits.get(key) ?? null

export function keepRows(key: string, rows: Rows) {
  visits.delete(key)
  visits.set(key, rows)
  const oldest = visits.keys().next().value
  if (visits.size > VISITS && oldest !== undefined) visits.delete(oldest)
}

/** Where somebody was in the list when they opened a dog. */
interface Left {
  search: string
  key: string
  y: number
  dogId: string
}

let left: Left | null = null

/** To be called when a dog is opened from the list. */
export function rememberLeft(place: Left) {
  left = place
}

/**
 * Coming back from a dog's page: `search` to show, `rowsKey` for the measured rows, `dogId` of the dog that was opened.
 * The browser's own way back needs little help; a plain link to /sniff gets filters and place as they were.
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
