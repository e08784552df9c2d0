import type { Notification } from '@barkyard/domain/schemas/notification'

interface Matter {
  newest: Notification
  earlier: number
}

export interface Section {
  label: 'Today' | 'Earlier'
  matters: Matter[]
}

/** A chat, a playdate, a walk or another dog, each for a dog of one's own. What has no page of its own stays apart. */
const matterOf = ({ id, kind, path, dogId }: Notification): string =>
  kind === 'account' || kind === 'moderation' ? id : `${dogId} ${path}`

/** Notifications, newest first, by matter; those of the day that it is in the browser's time zone stand apart. */
export function byMatter(items: readonly Notification[], now: Date): Section[] {
  const matters = new Map<string, Matter>()
  for (const item of items) {
    const matter = matters.get(matterOf(item))
    if (matter) matter.earlier += 1
    else matters.set(matterOf(item), { newest: item, earlier: 0 })
  }
  const isToday = ({ newest }: Matter) => new Date(newest.createdAt).toDateString() === now.toDateString()
  const all = [...matters.values()]
  const sections: Section[] = [
    { label: 'Today', matters: all.filter(isToday) },
    { label: 'Earlier', matters: all.filter(one => !isToday(one)) },
  ]
  return sections.filter(section => section.matters.length > 0)
}
