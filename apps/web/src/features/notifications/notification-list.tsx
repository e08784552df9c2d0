import { type NotificationKind, notificationAddress } from '@barkyard/domain/notification'
import type { Notification, NotificationFace } from '@barkyard/domain/schemas/notification'
import {
  IconBell,
  IconCalendarHeart,
  IconMessageCircle,
  IconPaw,
  IconSearch,
  IconShield,
  IconTrees,
  IconUrgent,
  IconUser,
} from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useUser } from '../../auth.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { nextCursorOf, useInfiniteList } from '../../lib/list-pages.ts'
import { shown } from '../../lib/shown.ts'
import { OWN } from '../../own-link.ts'
import { A_PAGE } from '../../screens.ts'
import { trpc } from '../../trpc.ts'
import { byMatter } from './by-matter.ts'

/** The user's notifications by matter. Showing them marks them as seen. */
export function NotificationList() {
  const list = useNotifications()
  const isNew = useSeen(list.items)
  const faces = useFaces(list.pages)
  if (list.failed)
    return <ErrorState title="We couldn't load your notifications" error={list.failed} onRetry={list.retry} />
  if (list.loading) return <SkeletonRows />
  if (list.items.length === 0)
    return (
      <EmptyState
        title="All quiet"
        text="Barks, messages and playdates will show up here. Bark at a dog you like, and the first one soon will."
        action={<ButtonLink to="/sniff">Sniff Dogs</ButtonLink>}
      />
    )
  return (
    <div className="stack-24">
      {byMatter(list.items, new Date()).map(({ label, matters }) => (
        <section key={label} aria-label={label}>
          <h2 className="label quiet text-small">{label}</h2>
          <ul style={{ marginInline: -12 }}>
            {matters.map(({ newest, earlier }) => (
              <li key={newest.id}>
                <NotificationRow
                  notification={newest}
                  earlier={earlier}
                  isNew={isNew(newest)}
                  isToday={label === 'Today'}
                  face={faces.get(newest.id)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {list.hasMore ? (
        <Button variant="default" pending={list.loadingMore && 'Loading...'} onClick={list.loadMore}>
          Show older
        </Button>
      ) : null}
    </div>
  )
}

const ICONS: Record<NotificationKind, ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>> = {
  match: IconPaw,
  message: IconMessageCircle,
  playdate: IconCalendarHeart,
  reminder: IconBell,
  search: IconSearch,
  walk: IconTrees,
  lost: IconUrgent,
  moderation: IconShield,
  account: IconUser,
}

const ROW = {
  alignItems: 'flex-start',
  gap: 14,
  padding: 12,
  borderRadius: 16,
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 72px',
} as const
const GROUND = { background: 'var(--grass-soft)' }
const WHOLE = { width: 40, height: 40 }
const BADGE = {
  position: 'absolute',
  right: -6,
  bottom: -4,
  width: 24,
  height: 24,
  border: '2px solid var(--card)',
} as const

interface RowProps {
  notification: Notification
  earlier: number
  isNew: boolean
  isToday: boolean
  /** Whom it is about. Without one, and until it is known, a picture of its kind stands there. */
  face: FaceDog | undefined
}

function NotificationRow({ notification, earlier, isNew, isToday, face }: RowProps) {
  const { kind, title, body, createdAt } = notification
  const Icon = ICONS[kind]
  const time = new Date(createdAt).toLocaleString(
    'en-US',
    isToday ? { hour: 'numeric', minute: '2-digit' } : { month: 'short', day: 'numeric' },
  )
  return (
    <Link className="line plain-link pressable" style={ROW} to={notificationAddress(notification)} {...OWN}>
      <span className="relative no-shrink" style={{ width: 44, height: 44 }}>
        {face ? <DogAvatar dog={face} size={44} /> : null}
        <span
          className={`disc ${isNew ? 'on-ball' : 'quiet'}`}
          style={{ ...(face ? BADGE : WHOLE), ...(!isNew && GROUND) }}
        >
          <Icon size={face ? 14 : 22} aria-hidden="true" />
        </span>
      </span>
      <span className="grow">
        <span className={`block breakable ${isNew ? 'bold' : ''}`}>
          {isNew ? <span className="visually-hidden">New: </span> : null}
          <span>{title}</span>
        </span>
        {body ? <span className="quiet text-small block breakable">{body}</span> : null}
        {earlier > 0 ? <span className="quiet text-small block breakable">and {earlier} before</span> : null}
      </span>
      <time className="quiet tabular text-tag no-shrink" style={{ paddingTop: 2 }} dateTime={createdAt}>
        {time}
      </time>
    </Link>
  )
}

/** The list below the bell, in wide windows. */
export const Panel = () => (
  <>
    <div style={{ overflowY: 'auto', overscrollBehavior: 'contain', padding: '4px 20px 16px' }}>
      <NotificationList />
    </div>
    <div className="line between" style={{ paddingInline: 20, borderTop: '1px solid var(--line)' }}>
      <Link className="tap bold" to="/notifications">
        See all
      </Link>
      <Link className="tap bold" to="/settings/notifications">
        Settings
      </Link>
    </div>
  </>
)

type FaceDog = NotificationFace['dog']

function useNotifications() {
  const query = trpc.notifications.list.useInfiniteQuery(
    { limit: A_PAGE.notifications },
    { getNextPageParam: nextCursorOf, throwOnError: false },
  )
  return { ...useInfiniteList<Notification>(query), pages: query.data?.pages ?? [] }
}

/** The dogs whose faces stand beside these notifications, by the notification. They come after the list. */
function useFaces(pages: readonly { items: readonly Notification[] }[]): ReadonlyMap<string, FaceDog> {
  const answers = trpc.useQueries(t =>
    pages
      .filter(({ items }) => items.length > 0)
      .map(({ items }) =>
        t.notifications.faces(
          { ids: items.map(({ id }) => id) },
          // Those of the page before a new one arrived are shown until there are the new ones.
          { throwOnError: false, placeholderData: keepPreviousData },
        ),
      ),
  )
  return new Map(answers.flatMap(({ data = [] }) => data.map(({ id, dog }) => [id, dog])))
}

/** Marks these as seen while the page is visible. @returns whether one was unseen as the list opened, or is newer. */
function useSeen(items: readonly Notification[]): (one: Notification) => boolean {
  const isOwn = useUser()?.isImpersonating === false
  const [wasNew] = useState(() => new Set<string>())
  // Refreshes only the bell's number, so that the rows keep their look.
  const { mutate: see } = trpc.notifications.seen.useMutation({
    meta: { refresh: [getQueryKey(trpc.notifications.unseenCount)] },
  })
  const upTo = items.find(({ seenAt }) => seenAt === null)?.id

  useEffect(() => {
    for (const one of items) if (one.seenAt === null) wasNew.add(one.id)
  }, [items, wasNew])

  useEffect(() => {
    if (upTo === undefined || !isOwn) return
    let isOver = false
    void shown().then(() => {
      if (!isOver) see({ upTo })
    })
    return () => {
      isOver = true
    }
  }, [upTo, isOwn, see])

  return one => one.seenAt === null || wasNew.has(one.id)
}
