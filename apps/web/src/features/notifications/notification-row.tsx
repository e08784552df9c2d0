import type { NotificationKind } from '@barkyard/domain/notification'
import { notificationAddress } from '@barkyard/domain/notification-address'
import type { Notification } from '@barkyard/domain/schemas/notification'
import {
  IconBell,
  IconCalendarHeart,
  IconMessageCircle,
  IconPaw,
  IconSearch,
  IconShield,
  IconUser,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { OWN } from '../../own-link.ts'
import classes from './notifications.module.css'

const ICONS: Record<NotificationKind, ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>> = {
  match: IconPaw,
  message: IconMessageCircle,
  playdate: IconCalendarHeart,
  reminder: IconBell,
  search: IconSearch,
  moderation: IconShield,
  account: IconUser,
}

/** A notification, which links to its page. */
export function NotificationRow({ notification, isNew }: { notification: Notification; isNew: boolean }) {
  const { kind, title, body, createdAt } = notification
  const Icon = ICONS[kind]
  const time = new Date(createdAt).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' })
  return (
    <Link className={classes.row} to={notificationAddress(notification)} {...OWN} data-new={isNew || undefined}>
      <span className={classes.icon}>
        <Icon size={22} aria-hidden="true" />
      </span>
      <span className={classes.words}>
        <span className={classes.title}>
          {isNew ? <span className="visually-hidden">New: </span> : null}
          <bdi>{title}</bdi>
        </span>
        {body ? <span className={classes.body}>{body}</span> : null}
      </span>
      <time className={classes.time} dateTime={createdAt}>
        {time}
      </time>
    </Link>
  )
}
