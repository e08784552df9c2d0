import { parkDateLabel, parkTimeLabel } from './park-time.ts'

export const NOTIFICATION_KINDS = [
  'match',
  'message',
  'playdate',
  'reminder',
  'search',
  'moderation',
  'account',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Notifications are deleted after this many days. */
export const NOTIFICATIONS_KEPT_DAYS = 90
/** The shortest time in seconds between two notifications about an unread match. */
export const NOTIFY_AGAIN_SECONDS = 60
/** A notification that is unseen for this long is mailed, in seconds. */
export const MAIL_AFTER_SECONDS = 600
/** The default size of a page of the list. */
export const NOTIFICATIONS_DEFAULT = 50
/** Counting unseen notifications stops here. */
export const UNSEEN_MAX = 1_000
/** The number of browsers that a user can subscribe. */
export const PUSH_ENDPOINTS_MAX = 10

interface Plan {
  whenTs: string
  parkName: string
}

/** The stored details of each event, besides its dogs. Names are not stored but read with the list. */
export interface EventDetails {
  bark: object
  /** Set once the messages are read: how many were read on that day, and the start of the last one. */
  messages: { count?: number; last?: string }
  proposed: Plan
  accepted: Plan
  declined: Plan
  countered: Plan
  /** A change to an accepted playdate was requested. The plan is the requested one. */
  'change-asked': Plan
  'change-accepted': Plan
  'change-declined': Plan
  cancelled: Plan & { reason: string | null }
  late: Plan & { minutes: number }
  here: Plan
  again: { parkName: string }
  'reminder-day': Plan & { playdateId: string }
  'reminder-hours': Plan & { playdateId: string }
  /** A moderator decided about the owner or one of their dogs. */
  decision: { action: string; statement: string }
  /** A report by the owner was decided. */
  'report-decided': { isActed: boolean }
  'password-changed': object
  'email-changed': object
  'dog-found': { name: string; dogId: string; count: number }
}
export type NotificationEvent = keyof EventDetails

/** The kind of each event. A new event is a line in `EventDetails`, here and in `TEXTS`. */
export const KIND_OF: Record<NotificationEvent, NotificationKind> = {
  bark: 'match',
  messages: 'message',
  proposed: 'playdate',
  accepted: 'playdate',
  declined: 'playdate',
  countered: 'playdate',
  'change-asked': 'playdate',
  'change-accepted': 'playdate',
  'change-declined': 'playdate',
  cancelled: 'playdate',
  late: 'playdate',
  here: 'playdate',
  again: 'playdate',
  'reminder-day': 'reminder',
  'reminder-hours': 'reminder',
  decision: 'moderation',
  'report-decided': 'moderation',
  'password-changed': 'account',
  'email-changed': 'account',
  'dog-found': 'search',
}

export const isNotificationEvent = (text: string): text is NotificationEvent => Object.hasOwn(KIND_OF, text)

/** The current data that a notification refers to. */
export interface NotificationFacts {
  /** The reader's own dog; null if the notification is about the account. */
  dogName: string | null
  /** The dog on the other side. */
  otherName: string | null
  matchId: string | null
  /** The number of unread messages of the match, and the last one. */
  unread: number
  lastMessage: string | null
}

export interface NotificationText {
  /** Complete by itself, because pushes show only the title. */
  title: string
  body: string
  /** The page that it opens. */
  path: string
}

const PREVIEW_MAX = 140
/** The start of a message, on one line. */
export const preview = (body: string): string => {
  const line = body.replaceAll(/\s+/g, ' ').trim()
  const letters = [...line.slice(0, 2 * PREVIEW_MAX)]
  return letters.length <= PREVIEW_MAX ? letters.join('') : `${letters.slice(0, PREVIEW_MAX - 1).join('')}…`
}

const when = ({ whenTs }: Plan, now: Date) =>
  `${parkDateLabel(new Date(whenTs), now)} at ${parkTimeLabel(new Date(whenTs))}`
const place = (plan: Plan, now: Date) => `${when(plan, now)}, ${plan.parkName}`

interface Named extends NotificationFacts {
  own: string
  other: string
  now: Date
}
type Compose<E extends NotificationEvent> = (details: EventDetails[E], named: Named) => NotificationText

const PLAYDATES = '/playdates'
const SETTINGS = '/settings'
const chatOf = ({ matchId }: NotificationFacts) => (matchId === null ? '/barks' : `/bark-chat/${matchId}`)

const aboutPlan =
  (title: (names: Named) => string): ((plan: Plan, names: Named) => NotificationText) =>
  (plan, names) => ({ title: title(names), body: place(plan, names.now), path: PLAYDATES })

const CANCELLED_BECAUSE: Record<string, string> = {
  weather: 'because of the weather',
  unwell: 'because somebody is unwell',
  busy: 'because something came up',
}

/** The title of each decision, by the moderator's action. */
const DECISIONS: Record<string, (own: string) => string> = {
  warn: own => `A moderator warned you about ${own}`,
  'remove-photos': own => `A moderator removed photos of ${own}`,
  'hide-dog': own => `A moderator hid ${own} from others`,
  suspend: () => 'A moderator suspended your account',
  uphold: () => 'Your appeal was reviewed: the decision stands',
  reverse: () => 'Your appeal was reviewed: the decision is reversed',
}

const TEXTS: { [E in NotificationEvent]: Compose<E> } = {
  bark: (_, facts) => ({
    title: `${facts.other} barked at ${facts.own}`,
    body: "It's a match. Bark back, or write something.",
    path: chatOf(facts),
  }),
  messages: ({ count, last }, facts) => {
    const messages = count ?? facts.unread
    return {
      title:
        messages > 1
          ? `${messages} messages from ${facts.other} to ${facts.own}`
          : `${facts.other} wrote to ${facts.own}`,
      body: last ?? preview(facts.lastMessage ?? ''),
      path: chatOf(facts),
    }
  },
  proposed: aboutPlan(({ other, own }) => `${other} proposes a playdate with ${own}`),
  accepted: aboutPlan(({ other, own }) => `${other} accepted the playdate with ${own}`),
  declined: aboutPlan(({ other, own }) => `${other} declined the playdate with ${own}`),
  countered: aboutPlan(({ other, own }) => `${other} suggests a change to the playdate with ${own}`),
  'change-asked': aboutPlan(({ other, own }) => `${other} asks to change the playdate with ${own}`),
  'change-accepted': aboutPlan(({ other, own }) => `${other} agreed to change the playdate with ${own}`),
  'change-declined': aboutPlan(({ other, own }) => `${other} keeps the playdate with ${own} as it was`),
  cancelled: (plan, { other, own, now }) => {
    const reason = CANCELLED_BECAUSE[plan.reason ?? '']
    return {
      title: `${other} cancelled the playdate with ${own}`,
      body: `${place(plan, now)}${reason ? `, ${reason}` : ''}`,
      path: PLAYDATES,
    }
  },
  late: (plan, { other, now }) => ({
    title: `${other} is ${plan.minutes} minutes late`,
    body: place(plan, now),
    path: PLAYDATES,
  }),
  here: (plan, { other, now }) => ({
    title: `${other} is at ${plan.parkName}`,
    body: place(plan, now),
    path: PLAYDATES,
  }),
  again: ({ parkName }, { other, own }) => ({
    title: `${own} and ${other} both want to play again`,
    body: `Propose the next playdate at ${parkName}.`,
    path: PLAYDATES,
  }),
  'reminder-day': reminder,
  'reminder-hours': reminder,
  decision: ({ action, statement }, { own }) => ({
    title: DECISIONS[action]?.(own) ?? 'A moderator made a decision about your account or dog',
    body: preview(statement),
    path: SETTINGS,
  }),
  'report-decided': ({ isActed }) => ({
    title: 'We reviewed your report',
    body: isActed
      ? 'We acted on it. Thank you for telling us.'
      : 'We found no reason to act this time. Thank you for telling us.',
    path: SETTINGS,
  }),
  'password-changed': () => ({
    title: 'Your password was changed',
    body: "If it wasn't you, reset your password now.",
    path: SETTINGS,
  }),
  'email-changed': () => ({
    title: 'Your e-mail address was changed',
    body: 'From now on, log in with the new one.',
    path: SETTINGS,
  }),
  'dog-found': ({ name, dogId, count }) => ({
    title: count > 1 ? `${count} new dogs in your search “${name}”` : `A new dog in your search “${name}”`,
    body: 'They joined the yard since you last looked.',
    path: count > 1 ? '/sniff' : `/dog/${dogId}`,
  }),
}

function reminder(plan: Plan, { other, own, now }: Named): NotificationText {
  return { title: `${own} meets ${other} on ${when(plan, now)}`, body: place(plan, now), path: PLAYDATES }
}

/** The text of an event. @param details as stored with the event. */
export function notificationText(
  event: NotificationEvent,
  details: object,
  facts: NotificationFacts,
  now: Date,
): NotificationText {
  const compose = TEXTS[event] as Compose<NotificationEvent>
  return compose(details as EventDetails[NotificationEvent], {
    ...facts,
    ...{ own: facts.dogName ?? 'your dog', other: facts.otherName ?? 'a dog', now },
  })
}
