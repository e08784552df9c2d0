import { findToMail, isReminderTrue, noteMailed } from '@barkyard/db/queries/deliveries'
import { takeForDigest } from '@barkyard/db/queries/digests'
import { toNotification } from '@barkyard/db/queries/notifications'
import { findPreferences } from '@barkyard/db/queries/preferences'
import { findUser } from '@barkyard/db/queries/users'
import { KIND_OF, type NotificationEvent, type NotificationKind } from '@barkyard/domain/notification'
import { MAILS_THAT_STAY, quietUntil } from '@barkyard/domain/preferences'
import type { Notification } from '@barkyard/domain/schemas/notification'
import { decideDelivery } from '../notifications/decisions.ts'
import type { Compose, MailContext } from './mails.ts'

type Unsubscribable = Exclude<NotificationKind, (typeof MAILS_THAT_STAY)[number]> | 'digest'

/** The kinds of mail that a link can unsubscribe from, in words. */
export const UNSUBSCRIBABLE: Record<Unsubscribable, string> = {
  match: 'mails about first barks',
  message: 'mails about messages',
  playdate: 'mails about playdates',
  reminder: 'reminders by mail',
  search: 'mails about new dogs in your searches',
  digest: 'digests',
}

const isUnsubscribable = (what: string): what is Unsubscribable => Object.hasOwn(UNSUBSCRIBABLE, what)

/** The unsubscribe link of a user for a kind of mail. It is signed, so nobody can forge one, even with the database. */
function unsubscribeUrl({ linkTokens, publicUrl }: MailContext, userId: string, what: Unsubscribable): string {
  const url = new URL('/api/unsubscribe', publicUrl)
  url.searchParams.set('token', linkTokens.make('unsubscribe', `${userId}~${what}`))
  return url.href
}

/** Reads an unsubscribe token; null if this installation did not make it. */
export function readUnsubscribeToken(
  linkTokens: MailContext['linkTokens'],
  token: string,
): { userId: string; what: Unsubscribable } | null {
  const [userId = '', what = ''] = linkTokens.read('unsubscribe', token)?.split('~') ?? []
  return isUnsubscribable(what) ? { userId, what } : null
}

/** The page of a notification, opened as the dog that it is about. */
function pageOf({ publicUrl }: MailContext, { path, dogId }: Notification): string {
  const url = new URL(path, publicUrl)
  if (dogId !== null) url.searchParams.set('as', dogId)
  return url.href
}

const BUTTONS: Record<NotificationKind, string> = {
  match: 'Open the chat',
  message: 'Open the chat',
  playdate: 'Open your playdates',
  reminder: 'Open your playdates',
  search: 'Meet them',
  moderation: 'Open my settings',
  account: 'Open my settings',
}

const WHY_CHAT = 'You get one e-mail for a chat until you have read it.'
const WHY: Record<NotificationKind, string> = {
  match: WHY_CHAT,
  message: WHY_CHAT,
  playdate: 'You get this e-mail because a playdate of your dog has changed.',
  reminder: 'You get this e-mail because your dog has a playdate.',
  search: 'You get this e-mail because you saved this search.',
  moderation: 'You get an e-mail whenever a decision concerns you. It cannot be turned off.',
  account: 'You get an e-mail whenever your account changes. It cannot be turned off.',
}

const notification: Compose<'notification'> = async (context, { id: mailId, payload }) => {
  const { db, now } = context
  const row = await findToMail(db, payload.notificationId)
  // Seen, or no longer visible to its user.
  if (!row || row.seen_at || row.email === null) return null
  const decision = decideDelivery('mail', row, now())
  if (decision === 'drop') return null
  if (decision !== 'send') return decision
  const told = toNotification(row, now())
  if (!told || (told.kind === 'reminder' && !(await isReminderTrue(db, row.details, now())))) return null
  const isNew = await noteMailed(
    db,
    { id: row.id, matchId: isChat(told) ? row.match_id : null, dogId: row.dog_id },
    mailId,
  )
  if (!isNew) return null
  const statement = 'statement' in row.details ? String(row.details.statement) : null
  return {
    to: row.email,
    subject: told.title,
    preview: told.body,
    heading: told.title,
    paragraphs: [
      `Hello ${row.first_name},`,
      statement ?? told.body,
      ...(statement === null
        ? []
        : ['If you think that this is wrong, you can appeal once, within 180 days, in your settings.']),
    ],
    button: { label: BUTTONS[told.kind], url: pageOf(context, told) },
    ...(isUnsubscribable(told.kind) && { unsubscribeUrl: unsubscribeUrl(context, row.user_id, told.kind) }),
    footnote: WHY[told.kind],
  }
}

const isChat = ({ kind }: Notification) => kind === 'match' || kind === 'message'

/** The number of newest notifications in a digest. */
const DIGEST_MAX = 20

const digest: Compose<'digest'> = async (context, { id: mailId, userId }) => {
  const { db, now } = context
  const user = userId === null ? undefined : await findUser(db, userId)
  if (!user?.email || !user.email_verified_at) return null
  const { quiet, timeZone, kinds, digest: often } = await findPreferences(db, user.id)
  if (often === 'none') return null
  const quietEnd = quietUntil(quiet, timeZone, now())
  if (quietEnd) return { until: quietEnd }
  const events = (Object.keys(KIND_OF) as NotificationEvent[]).filter(event => {
    const kind = KIND_OF[event]
    return kinds[kind].mail && !MAILS_THAT_STAY.some(one => one === kind)
  })
  const rows = await takeForDigest(db, { userId: user.id, mailId, events })
  const unseen = rows.map(row => toNotification(row, now())).filter(one => one !== null)
  if (unseen.length === 0) return null
  const more = unseen.length - DIGEST_MAX
  return {
    to: user.email,
    subject: unseen.length === 1 ? (unseen[0]?.title ?? '') : `${unseen.length} things happened in the yard`,
    preview: unseen[0]?.title ?? '',
    heading: 'What you haven’t seen yet',
    paragraphs: [
      `Hello ${user.first_name}, this happened since you last looked:`,
      ...unseen.slice(0, DIGEST_MAX).map(({ title, body }) => (body === '' ? title : `${title}: ${body}`)),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    button: { label: 'Open Barkyard', url: new URL('/', context.publicUrl).href },
    unsubscribeUrl: unsubscribeUrl(context, user.id, 'digest'),
    footnote: `You get this e-mail ${often === 'daily' ? 'daily' : 'on Mondays'}, if there is something new.`,
  }
}

export const notificationMails = { notification, digest }
