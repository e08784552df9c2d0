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
  IconTrees,
  IconUrgent,
  IconUser,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { OWN } from '../../own-link.ts'
import type { FaceDog } from './data.ts'
import classes from './notifications.module.css'

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

interface RowProps {
  notification: Notification
  /** How many came before it in the same matter. */
  earlier: number
  isNew: boolean
  isToday: boolean
  /** Whom it is about. Without one, and until it is known, a picture of its kind stands there. */
  face: FaceDog | undefined
}

/** The newest notification of a matter, which links to its page. */
export function NotificationRow({ notification, earlier, isNew, isToday, face }: RowProps) {
  const { kind, title, body, createdAt } = notification
  const Icon = ICONS[kind]
  const time = new Date(createdAt).toLocaleString(
    'en-US',
    isToday ? { hour: 'numeric', minute: '2-digit' } : { month: 'short', day: 'numeric' },
  )
  return (
    <Link className={classes.row} to={notificationAddress(notification)} {...OWN} data-new={isNew || undefined}>
      <span className={classes.who}>
        {face ? <DogAvatar dog={face} size={44} /> : null}
        <span className={classes.icon} data-small={face ? true : undefined}>
          <Icon size={face ? 14 : 22} aria-hidden="true" />
        </span>
      </span>
      <span className={classes.words}>
        <span className={classes.title}>
          {isNew ? <span className="visually-hidden">New: </span> : null}
          <bdi>{title}</bdi>
        </span>
        {body ? <span className={classes.body}>{body}</span> : null}
        {earlier > 0 ? <span className={classes.body}>and {earlier} before</span> : null}
      </span>
      <time className={classes.time} dateTime={createdAt}>
        {time}
      </time>
    </Link>
  )
}
