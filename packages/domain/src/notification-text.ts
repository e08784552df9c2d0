import { isolate } from './isolate.ts'
import { localInstant } from './local-time.ts'
import { isHome, type SightingState } from './lost.ts'
import {
  type Earlier,
  type EventDetails,
  type Happened,
  isNotificationEvent,
  type NotificationEvent,
  type Plan,
  type PlaydatePlan,
  type WalkPlan,
} from './notification.ts'
import { parkDateLabel, parkTimeLabel, zoneNote } from './park-time.ts'
import { BUILT_IN_ZONE } from './parks.ts'
import { distanceText, type Units } from './place.ts'
import { PHRASES } from './playdate.ts'
import type { CaseKind } from './report.ts'
import type { Role } from './rights.ts'
import type { VerificationKind } from './verification.ts'

/** The current data that a notification refers to. */
export interface NotificationFacts {
  /** The reader's own dog that it is about. */
  dogId: string | null
  /** The reader's own dog; null if the notification is about the account. */
  dogName: string | null
  /** The dog on the other side. */
  otherName: string | null
  matchId: string | null
  walkId: string | null
  /** The other dog, if it is not about a match. */
  otherDogId: string | null
  /** The number of unread messages of the match, and the last one. */
  unread: number
  lastMessage: string | null
  /** Whether the only unread message is the first answer to a bark or message of the reader's dog. */
  isFirstAnswer: boolean
  /** The reader's unit of distances and time zone; null: not chosen, not known. */
  units: Units | null
  readerZone: string | null
}

interface NotificationText {
  /** Complete by itself, because pushes show only the title. */
  title: string
  body: string
  /** The page that it opens. */
  path: string
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const PREVIEW_MAX = 140
/** The start of a message, on one line. */
export const preview = (body: string): string => {
  const line = oneLine(body)
  const letters = [...line.slice(0, 2 * PREVIEW_MAX)]
  return letters.length <= PREVIEW_MAX ? letters.join('') : `${letters.slice(0, PREVIEW_MAX - 1).join('')}…`
}

type Reading = Pick<Named, 'now' | 'timeZone'>
function when({ whenTs, timeZone: planZone }: Omit<Plan, 'parkName'>, { now, timeZone }: Reading): string {
  const instant = new Date(whenTs)
  const zone = planZone ?? BUILT_IN_ZONE
  const note = timeZone === null ? null : zoneNote(instant, zone, timeZone)
  return `${parkDateLabel(instant, now, zone)} at ${parkTimeLabel(instant, zone)}${note === null ? '' : ` ${note}`}`
}
const place = (plan: Plan, names: Reading) => `${when(plan, names)}, ${plan.parkName}`

interface Named extends NotificationFacts {
  own: string
  other: string
  now: Date
  timeZone: string | null
}
type Compose<E extends NotificationEvent> = (details: EventDetails[E], named: Named) => NotificationText

const PLAYDATES = '/playdates'
const SETTINGS = '/settings'
const ACCOUNT = '/settings/account'
/** Where decisions of moderators are read. */
const PRIVACY = '/settings/privacy'
const chatOf = ({ matchId }: NotificationFacts) => (matchId === null ? '/barks' : `/bark-chat/${matchId}`)
/** The page of playdates shows the one that its address names. */
const planOf = ({ playdateId }: { playdateId?: string | undefined }) =>
  playdateId === undefined ? PLAYDATES : `${PLAYDATES}#playdate-${playdateId}`

const aboutPlan =
  <P extends PlaydatePlan>(title: (names: Named, plan: P) => string) =>
  (plan: P, names: Named): NotificationText => ({
    title: title(names, plan),
    body: place(plan, names),
    path: planOf(plan),
  })

const aboutWalk =
  <P extends WalkPlan>(title: (names: Named, plan: P) => string) =>
  (plan: P, names: Named): NotificationText => ({
    title: title(names, plan),
    body: `${isolate(plan.title)}: ${place(plan, names)}`,
    path: names.walkId === null ? PLAYDATES : `/walk/${names.walkId}`,
  })

const CANCELLED_BECAUSE: Record<string, string> = {
  weather: 'because of the weather',
  unwell: 'because someone’s not feeling well',
  busy: 'because something came up',
}

/** The title of each decision, by the moderator's action. */
const DECISIONS: Record<string, (own: string) => string> = {
  warn: own => `A moderator warned you about ${own}`,
  'remove-photos': own => `A moderator removed photos of ${own}`,
  'hide-dog': own => `A moderator hid ${own} from others`,
  suspend: () => 'A moderator suspended your account',
  uphold: own => `Your appeal about ${own} was reviewed: the decision stands`,
  reverse: own => `Your appeal about ${own} was reviewed: the decision is reversed`,
}

/** The title of a decision about a verification. */
const CHECKED: Record<VerificationKind, { approved: string; refused: string }> = {
  photo: { approved: 'photo was checked', refused: 'photo could not be confirmed' },
  vaccination: { approved: 'vaccination record was seen', refused: 'vaccination record could not be confirmed' },
}

const ROLE_IS: Record<Role, string> = {
  owner: 'You no longer look after the yard',
  moderator: 'You are a moderator now',
  admin: 'You are an admin now',
}

const URGENT: Partial<Record<CaseKind, string>> = { 'child-safety': 'a child’s safety', danger: 'danger' }

const lostPath = (lostId: string) => `/lost/${lostId}`
const SIGHTED: Record<SightingState, (own: string) => string> = {
  seen: own => `Somebody saw ${own}`,
  holding: own => `Somebody has ${own}`,
  injured: own => `Somebody saw ${own}, injured`,
}

const dogPath = (dogId: string | null) => (dogId === null ? SETTINGS : `/dog/${dogId}`)

const say = (title: string, body: string, path: string): NotificationText => ({ title, body, path })

const reminder = aboutPlan((names, plan) => `${names.own} meets ${names.other} on ${when(plan, names)}`)
const walkReminder = aboutWalk((names, plan) => `${names.own} goes on a walk on ${when(plan, names)}`)

const TEXTS: { [E in NotificationEvent]: Compose<E> } = {
  bark: (_, facts) => say(`${facts.other} barked at ${facts.own}`, 'Bark back to say hello.', chatOf(facts)),
  messages: ({ count, last }, facts) => {
    const messages = count ?? facts.unread
    return {
      title: facts.isFirstAnswer
        ? `It’s a match: ${facts.other} answered ${facts.own}`
        : messages > 1
          ? `${facts.other} sent ${facts.own} ${messages} messages`
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
  cancelled: (plan, names) => {
    const reason = CANCELLED_BECAUSE[plan.reason ?? '']
    return {
      title: `${names.other} cancelled the playdate with ${names.own}`,
      body: `${place(plan, names)}${reason ? `, ${reason}` : ''}`,
      path: planOf(plan),
    }
  },
  off: aboutPlan(() => 'This playdate is off'),
  late: aboutPlan(({ other }, { minutes }) => `${other} is ${minutes} minutes late`),
  here: aboutPlan(({ other }, { parkName }) => `${other} is at ${parkName}`),
  phrase: aboutPlan(({ other }, { phrase }) => `${other} says: ${PHRASES[phrase] ?? '…'}`),
  again: ({ playdateId, parkName }, { other, own }) =>
    say(
      `${own} and ${other} both want to play again`,
      `Propose the next playdate at ${parkName}.`,
      planOf({ playdateId }),
    ),
  'reminder-day': reminder,
  'reminder-hours': reminder,
  'reminder-vaccination': ({ expiresOn }, { own, dogId, now }) =>
    say(
      `${own}’s vaccination record runs out on ${parkDateLabel(localInstant(BUILT_IN_ZONE, expiresOn, '12:00'), now, BUILT_IN_ZONE)}`,
      'Show a newer one to keep the badge.',
      dogPath(dogId),
    ),
  'verification-decided': ({ verification, isApproved, reason }, { own, dogId }) =>
    say(
      `${own}’s ${CHECKED[verification][isApproved ? 'approved' : 'refused']}`,
      oneLine(reason ?? (isApproved ? 'Everybody who looks at the profile sees the badge.' : 'You can try again.')),
      dogPath(dogId),
    ),
  'park-decided': ({ parkId, name, isApproved, reason }) =>
    say(
      isApproved ? `${isolate(name)} is a park now` : `${isolate(name)} did not become a park`,
      oneLine(reason ?? (isApproved ? 'Thank you. You can plan playdates there.' : 'Thank you for suggesting it.')),
      isApproved ? `/park/${parkId}` : '/parks/suggest',
    ),
  decision: ({ action, statement, dogName }, { own }) =>
    say(
      DECISIONS[action]?.(dogName === undefined ? own : isolate(dogName)) ??
        'A moderator made a decision about your account or dog',
      oneLine(statement),
      PRIVACY,
    ),
  'report-decided': ({ isActed, dogName }) =>
    say(
      dogName === undefined ? 'We reviewed your report' : `We reviewed your report about ${isolate(dogName)}`,
      isActed
        ? 'We acted on it. Thank you for telling us.'
        : 'We found no reason to act this time. Thank you for telling us.',
      PRIVACY,
    ),
  'case-urgent': ({ caseId, kind, dogName }) =>
    say(
      `Urgent report about ${isolate(dogName)}: ${URGENT[kind] ?? 'danger'}`,
      'It comes first in the queue.',
      `/admin/reports/${caseId}`,
    ),
  'cases-waiting': () =>
    say('New reports or appeals wait for a decision', 'Claim them in the queue.', '/admin/reports'),
  'backup-failed': ({ lastAt, isOld }) =>
    say(
      isOld ? 'There has been no backup for two days' : 'The daily backup failed',
      `${lastAt === null ? 'There is none yet.' : `The last one is of ${lastAt.slice(0, 16).replace('T', ' ')} UTC.`} The server’s log says why.`,
      // No page shows backups: all that the app knows stands here.
      '/notifications',
    ),
  'role-changed': ({ role }) =>
    say(
      ROLE_IS[role],
      role === 'owner' ? 'Thank you for looking after it.' : 'Reports and appeals wait for you in the queue.',
      role === 'owner' ? ACCOUNT : '/admin/reports',
    ),
  'password-changed': () => say('Your password was changed', "If it wasn't you, reset your password now.", ACCOUNT),
  'email-changed': () => say('Your e-mail address was changed', 'From now on, log in with the new one.', ACCOUNT),
  'webhook-off': ({ host }) =>
    say(
      'A webhook of yours was switched off',
      `${host} did not accept its messages. Once it does, send it a test.`,
      '/settings/developers',
    ),
  'dog-found': ({ name, searchId, count }, { otherDogId }) =>
    say(
      count > 1 ? `${count} new dogs in your search “${isolate(name)}”` : `A new dog in your search “${isolate(name)}”`,
      'They joined the yard since you last looked.',
      otherDogId === null ? `/sniff?search=${searchId}` : `/dog/${otherDogId}`,
    ),
  // No names: whoever has the link chooses them.
  'friend-joined': ({ count = 1 }, { otherDogId }) =>
    say(
      count > 1 ? `${count} dogs joined by your invitation` : 'A dog joined by your invitation',
      'Say hello with a bark.',
      otherDogId === null ? '/sniff' : `/dog/${otherDogId}`,
    ),
  'inviter-found': (_, { other, otherDogId }) =>
    say(`${other} invited you to the yard`, 'Say hello with a bark.', `/dog/${otherDogId}`),
  'walk-joined': aboutWalk(({ other, own }) => `${other} joins the walk with ${own}`),
  'walk-left': aboutWalk(({ other, own }) => `${other} no longer comes on the walk with ${own}`),
  'walk-changed': aboutWalk(({ other }) => `${other} changed the time or park of a walk`),
  'walk-cancelled': aboutWalk(({ other }) => `${other} called off a walk`),
  'walk-late': aboutWalk(({ other }, { minutes }) => `${other} is ${minutes} minutes late for the walk`),
  'walk-here': aboutWalk(({ other }, { parkName }) => `${other} is at ${parkName}`),
  'walk-place': aboutWalk(({ own }) => `A place is free: ${own} comes on the walk`),
  'walk-next': aboutWalk(({ other }) => `${other} hosts the walk again`),
  'walk-near': aboutWalk(({ other }) => `${other} hosts a walk near you`),
  'walk-reminder-day': walkReminder,
  'walk-reminder-hours': walkReminder,
  'lost-near': ({ lostId, distance, place: where }, { other, units }) =>
    say(
      `${other} is lost, ${distanceText(distance, units ?? 'km')} from you`,
      where === null
        ? 'Please look out for this dog.'
        : `Last seen near ${isolate(where)}. Please look out for this dog.`,
      lostPath(lostId),
    ),
  'lost-over': ({ lostId, outcome }, { other }) =>
    say(
      isHome(outcome) ? `${other} is home` : `The search for ${other} has ended`,
      'Thank you for looking out.',
      lostPath(lostId),
    ),
  'lost-ends': ({ lostId, endsAt: whenTs }, named) => {
    const { own, readerZone: timeZone } = named
    const end = timeZone === null ? 'soon' : `on ${when({ whenTs, timeZone }, named)}`
    return say(`The search for ${own} ends ${end}`, `Is ${own} still lost? Then keep it open.`, lostPath(lostId))
  },
  'lost-ended': ({ lostId }, { own }) =>
    say(`The search for ${own} has ended`, `Is ${own} still lost? You can open it again.`, lostPath(lostId)),
  'lost-decided': ({ lostId, isOpen, statement }, { own }) =>
    say(
      isOpen ? `The search for ${own} is open` : `A moderator closed the search for ${own}`,
      oneLine(statement ?? 'Owners nearby are being told.'),
      isOpen ? lostPath(lostId) : PRIVACY,
    ),
  'lost-waiting': ({ dogName }) =>
    say(
      `The search for ${isolate(dogName)} waits for a moderator`,
      'Nobody is told before it is decided.',
      '/admin/lost',
    ),
  sighting: ({ lostId, state }, { own }) => say(SIGHTED[state](own), 'See where and when.', lostPath(lostId)),
  'sighting-thanked': ({ lostId }, { other }) =>
    say(`Thank you for looking out for ${other}`, 'The owner thanks you for what you saw.', lostPath(lostId)),
}

/**
 * The text of an event. @param details as stored with the event. @param timeZone of a reader who is not in the app, where
 * times are known to be those of the parks; null: in the app.
 */
export function notificationText(
  event: NotificationEvent,
  details: object,
  facts: NotificationFacts,
  now: Date,
  timeZone: string | null = null,
): NotificationText {
  const named = {
    ...facts,
    own: isolate(facts.dogName ?? 'your dog'),
    other: isolate(facts.otherName ?? 'a dog'),
    now,
    timeZone,
  }
  const compose = (one: Happened) => (TEXTS[one.event] as Compose<NotificationEvent>)(one.details, named)
  const text = compose({ event, details: details as EventDetails[NotificationEvent] })
  const earlier = ((details as Earlier).earlier ?? []).filter(one => isNotificationEvent(one.event))
  if (earlier.length === 0) return text
  return {
    ...text,
    body: `${text.body.replace(/\.$/, '')}. Before that: ${earlier.map(one => compose(one).title).join('; ')}.`,
  }
}
