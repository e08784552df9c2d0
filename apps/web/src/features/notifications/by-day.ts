import type { Notification } from '@barkyard/domain/schemas/notification'
import { dayBefore } from '../../lib/day-before.ts'

export interface Day {
  /** "Today", "Yesterday", "Thursday, November 19". */
  label: string
  items: Notification[]
}

function labelOf(date: Date, now: Date): string {
  if (date.toDateString() === now.toDateString()) return 'Today'
  if (date.toDateString() === dayBefore(now).toDateString()) return 'Yesterday'
  return date.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
}

/** Notifications, newest first, by the days of the browser's time zone. */
export function byDay(items: readonly Notification[], now: Date): Day[] {
  const days: Day[] = []
  for (const item of items) {
    const label = labelOf(new Date(item.createdAt), now)
    const day = days.at(-1)
    if (day?.label === label) day.items.push(item)
    else days.push({ label, items: [item] })
  }
  return days
}
