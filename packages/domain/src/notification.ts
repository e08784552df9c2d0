import type { LostOutcome, SightingState } from './lost.ts'
import type { Phrase } from './playdate.ts'
import type { CaseKind } from './report.ts'
import type { Role } from './rights.ts'
import type { VerificationKind } from './verification.ts'

/** Each kind, as the settings call it. */
export const KIND_LABELS = {
  match: 'First barks',
  message: 'Messages',
  playdate: 'Playdates',
  reminder: 'Reminders',
  search: 'Saved searches and invitations',
  walk: 'New walks near you',
  lost: 'Lost dogs',
  moderation: 'Moderator decisions',
  account: 'Your account',
} as const
export type NotificationKind = keyof typeof KIND_LABELS
export const NOTIFICATION_KINDS = Object.keys(KIND_LABELS) as [NotificationKind, ...NotificationKind[]]

/** Notifications are deleted after this many days. */
export const NOTIFICATIONS_KEPT_DAYS = 90
/** The shortest time in seconds between two notifications about an unread match. */
export const NOTIFY_AGAIN_SECONDS = 60
/** How long before a playdate or walk each reminder is sent, in ms. */
export const REMINDER_LEADS_MS = { day: 24 * 60 * 60_000, hours: 2 * 60 * 60_000 }
/** A notification that is unseen for this long is mailed, in seconds. */
export const MAIL_AFTER_SECONDS = 600
/** The most pushes and mails that one owner causes for another in any hour. Further notifications wait in the list. */
export const PER_PAIR_AN_HOUR = { push: 10, mail: 3 }
/** The default size of a page of the list. */
export const NOTIFICATIONS_DEFAULT = 50
/** Counting unseen notifications stops here. */
export const UNSEEN_MAX = 1_000
/** The number of browsers that a user can subscribe. */
export const PUSH_ENDPOINTS_MAX = 10

export interface Plan {
  whenTs: string
  parkName: string
  /** Of the park. Older rows have none: they are about the built-in parks. */
  timeZone?: string | null
}

export interface PlaydatePlan extends Plan {
  /** Older rows have none. */
  playdateId?: string
}

export interface WalkPlan extends Plan {
  title: string
}

interface LostCase {
  lostId: string
}

type Reminder = `reminder-${'day' | 'hours'}`
type PlanEvent = 'proposed' | 'accepted' | 'declined' | 'countered' | 'here' | Reminder
/** `asked`: a change to an accepted playdate was requested. Its plan is the requested one. */
type ChangeEvent = `change-${'asked' | 'accepted' | 'declined'}`
/** `place`: the dog waited for one and got it. `next`: of a series whose last walk the dog was on. `near`: a new one. */
type WalkEvent = `walk-${'joined' | 'left' | 'changed' | 'cancelled' | 'here' | 'place' | 'next' | 'near' | Reminder}`

/** The stored details of each event, besides its dogs. Names are not stored but read with the list. */
export interface EventDetails
  extends Record<'bark' | 'inviter-found' | 'password-changed' | 'email-changed', object>,
    Record<PlanEvent | ChangeEvent, PlaydatePlan>,
    Record<WalkEvent, WalkPlan>,
    Record<'lost-ended' | 'sighting-thanked', LostCase> {
  /** Set once the messages are read: how many were read on that day, and the start of the last one. */
  messages: { count?: number; last?: string }
  cancelled: PlaydatePlan & { reason: string | null }
  /** An accepted playdate is off because the other side is gone, for whatever cause. It names no dog. */
  off: Plan
  late: PlaydatePlan & { minutes: number }
  phrase: PlaydatePlan & { phrase: Phrase }
  again: { playdateId?: string; parkName: string }
  /** A vaccination record runs out. `expiresOn` is a day, YYYY-MM-DD. */
  'reminder-vaccination': { expiresOn: string }
  'verification-decided': { verification: VerificationKind; isApproved: boolean; reason: string | null }
  'park-decided': { parkId: string; name: string; isApproved: boolean; reason: string | null }
  /** A moderator decided about the owner or one of their dogs. The name is the dog's at that time; older rows have none. */
  decision: { action: string; statement: string; dogName?: string }
  'report-decided': { isActed: boolean; dogName?: string }
  /** An urgent case in the moderation queue, for admins. */
  'case-urgent': { caseId: string; kind: CaseKind; dogName: string }
  /** Other cases are new in the moderation queue, for admins. `upTo`: the id of the newest. */
  'cases-waiting': { upTo: string }
  /** The server made no backup, for admins. `lastAt`: when the last one was made. */
  'backup-failed': { lastAt: string | null; isOld: boolean }
  'role-changed': { role: Role }
  /** The webhook at this host was switched off. */
  'webhook-off': { host: string }
  /** The name of the saved search. The other dog is named if there is one. */
  'dog-found': { name: string; searchId: string; count: number }
  /** Somebody who signed up by the user's invitation made the other dog. Older rows are of several, and then name none. */
  'friend-joined': { count?: number }
  'walk-late': WalkPlan & { minutes: number }
  /** A dog is lost near the owner: whole km from their place, and the name of where it was last seen, if it has one. */
  'lost-near': LostCase & { distance: number; place: string | null }
  /** The search that the owner was told of is over. null: without an outcome. */
  'lost-over': LostCase & { outcome: LostOutcome | null }
  /** The search for the owner's own dog ends by itself soon. */
  'lost-ends': LostCase & { endsAt: string }
  /** A moderator decided about a case that waited, or closed one. */
  'lost-decided': LostCase & { isOpen: boolean; statement: string | null }
  /** A case waits, for admins. */
  'lost-waiting': LostCase & { dogName: string }
  /** Somebody saw the owner's dog; one without an account has no name. */
  sighting: LostCase & { state: SightingState }
}
export type NotificationEvent = keyof EventDetails

/** An event with its details. */
export interface Happened {
  event: NotificationEvent
  details: EventDetails[NotificationEvent]
}

/** Unseen changes of a match's playdates share a notification. It keeps those before the last one, newest first. */
export interface Earlier {
  earlier?: Happened[]
}

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
  off: 'playdate',
  late: 'playdate',
  here: 'playdate',
  phrase: 'playdate',
  again: 'playdate',
  'reminder-day': 'reminder',
  'reminder-hours': 'reminder',
  'reminder-vaccination': 'reminder',
  'verification-decided': 'moderation',
  'park-decided': 'moderation',
  decision: 'moderation',
  'report-decided': 'moderation',
  'case-urgent': 'moderation',
  'cases-waiting': 'moderation',
  'backup-failed': 'moderation',
  'role-changed': 'account',
  'password-changed': 'account',
  'email-changed': 'account',
  'webhook-off': 'account',
  'dog-found': 'search',
  'friend-joined': 'search',
  'inviter-found': 'search',
  'walk-joined': 'playdate',
  'walk-left': 'playdate',
  'walk-changed': 'playdate',
  'walk-cancelled': 'playdate',
  'walk-late': 'playdate',
  'walk-here': 'playdate',
  'walk-place': 'playdate',
  'walk-next': 'playdate',
  'walk-near': 'walk',
  'walk-reminder-day': 'reminder',
  'walk-reminder-hours': 'reminder',
  'lost-near': 'lost',
  'lost-over': 'lost',
  'lost-ends': 'lost',
  'lost-ended': 'lost',
  'lost-decided': 'moderation',
  'lost-waiting': 'moderation',
  sighting: 'lost',
  'sighting-thanked': 'lost',
}

/** What tells of the search for the owner's own dog: at once, and also where they want to hear of no lost dogs of others. */
const OWN_LOST: readonly string[] = ['lost-ends', 'lost-ended', 'sighting'] satisfies NotificationEvent[]
export const isOwnLost = (event: string) => OWN_LOST.includes(event)

type Choices = Record<NotificationKind, { push: boolean; mail: boolean }>
/** Whether a user wants to be told of an event, by their choice for each kind. */
export const isOn = (event: NotificationEvent, kinds: Choices, channel: keyof Choices[NotificationKind]) =>
  isOwnLost(event) || kinds[KIND_OF[event]][channel]

/**
 * What the tabs of the app count: every unread message (those of other dogs at "My dogs"), and the acting dog's playdates
 * that wait for an answer. The bell leaves them out, so that a count stands once.
 */
export const COUNTED_BY_TABS = {
  everyDog: ['bark', 'messages'],
  actingDog: ['proposed', 'countered', 'change-asked'],
} as const satisfies Record<string, readonly NotificationEvent[]>

export const isNotificationEvent = (text: string): text is NotificationEvent => Object.hasOwn(KIND_OF, text)

/**
 * The address of a notification's page, opened as the dog that it is about: the app's rows, mails and pushes link to it.
 * @param path may have a query and a hash @param dogId null: as the dog that is active then
 */
export function notificationAddress({ path, dogId }: { path: string; dogId: string | null }): string {
  if (dogId === null) return path
  const [before = '', hash] = path.split('#')
  return `${before}${before.includes('?') ? '&' : '?'}as=${dogId}${hash === undefined ? '' : `#${hash}`}`
}
