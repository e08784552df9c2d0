import { findUser } from '@barkyard/db/queries/account/users'
import { recordMailed } from '@barkyard/db/queries/notifications/deliveries'
import { takeForDigest } from '@barkyard/db/queries/notifications/digests'
import type { NotificationRow } from '@barkyard/db/queries/notifications/notifications'
import { findPreferences } from '@barkyard/db/queries/notifications/preferences'
import { isolate } from '@barkyard/domain/isolate'
import {
  isOn,
  isOwnLost,
  KIND_OF,
  type NotificationEvent,
  type NotificationKind,
  notificationAddress,
} from '@barkyard/domain/notification'
import { type MAILS_THAT_STAY, quietUntil } from '@barkyard/domain/preferences'
import { NOTICE_ACTIONS } from '@barkyard/domain/report'
import { type MailContext, type MailKind, mayMail } from '../../platform/mail/mails.ts'
import { inWords, isObligatory, readToSend } from './decide-delivery.ts'

type Unsubscribable = Exclude<NotificationKind, (typeof MAILS_THAT_STAY)[number]> | 'digest'

/** The kinds of mail that a link can unsubscribe from, in words. */
export const UNSUBSCRIBABLE: Record<Unsubscribable, string> = {
  match: 'mails about first barks',
  message: 'mails about messages',
  playdate: 'mails about playdates',
  reminder: 'reminders by mail',
  search: 'mails about new dogs in your searches',
  walk: 'mails about new walks near you',
  lost: 'mails about lost dogs',
  digest: 'digests',
}

const isUnsubscribable = (what: string): what is Unsubscribable => Object.hasOwn(UNSUBSCRIBABLE, what)

/** The unsubscribe link of a user for a kind of mail. It is signed, so nobody can forge one, even with the database. */
function unsubscribeUrl({ linkTokens, config }: MailContext, userId: string, what: Unsubscribable): string {
  const url = new URL('/api/unsubscribe', config.publicUrl)
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

/** What a button says of the page that it opens, by the beginning of its path. */
const BUTTONS = {
  '/bark-chat/': 'Open the chat',
  '/playdates': 'Open your playdates',
  '/walk/': 'Open the walk',
  '/sniff': 'Meet them',
  '/dog/': 'Open the profile',
  '/lost/': 'Open the search',
  '/park/': 'Open the park',
  '/parks/': 'See your suggestions',
  '/settings': 'Open my settings',
  '/admin/': 'Open the queue',
}
const buttonOf = (path: string) =>
  Object.entries(BUTTONS).find(([start]) => path.startsWith(start))?.[1] ?? 'Open Barkyard'

/** Why a mail comes. It is the subject for an address that is not confirmed and may be a stranger's: no words that people chose. */
const OF_KIND: Record<NotificationKind, string> = {
  match: 'A dog barked at yours',
  message: 'You have new messages',
  playdate: 'A playdate of your dog has changed',
  reminder: 'Your dog has a playdate soon',
  search: 'There are new dogs in a search of yours',
  walk: 'There is a new walk near you',
  lost: 'There is news of the search for your dog',
  moderation: 'A moderator made a decision that concerns you',
  account: 'Your account has changed',
}
const FOR_ADMINS = 'Reports wait for a decision'
const OF_EVENT: Partial<Record<NotificationEvent, string>> = {
  'reminder-vaccination': 'A vaccination record of your dog runs out',
  'case-urgent': FOR_ADMINS,
  'cases-waiting': FOR_ADMINS,
  'lost-waiting': FOR_ADMINS,
  'backup-failed': 'The server made no backup',
}

/** Whether a notification tells of a decision that the reader has a notice of. */
const mayAppeal = ({ event, details }: NotificationRow) =>
  event === 'lost-decided' ? !details.isOpen : NOTICE_ACTIONS.some(action => action === details.action)

/** `dueAt`: in ISO 8601. */
export const NOTIFICATION: MailKind<{ notificationId: string; dueAt: string }> = {
  name: 'notification',
  isDeferrable: true,
  async compose(context, { id: mailId, payload }) {
    const { db, now, config } = context
    const found = await readToSend(db, 'mail', payload.notificationId, now())
    if (found === null || 'until' in found) return found
    const { row, notification } = found
    const { email } = row
    if (email === null) return null
    const { kind, path } = notification
    const budget = isObligatory(kind) ? 'account' : 'strangers'
    const isNew = await recordMailed(db, row, mailId, {
      budget: config.rateLimit ? now() : null,
      isAllowed: async () => row.email_verified_at !== null || mayMail(context, email, budget),
    })
    if (!isNew) return null
    const why = OF_EVENT[row.event as NotificationEvent] ?? OF_KIND[kind]
    const because = path.startsWith('/admin/')
      ? 'you are a moderator or an admin'
      : why.replace(/^./, letter => letter.toLowerCase())
    const canEnd = isUnsubscribable(kind) && !isOwnLost(row.event)
    const isOfChat = kind === 'match' || kind === 'message'
    const around = {
      to: email,
      button: { label: buttonOf(path), url: new URL(notificationAddress(notification), config.publicUrl).href },
      ...(canEnd && { unsubscribeUrl: unsubscribeUrl(context, row.user_id, kind) }),
      footnote: `You get this e-mail because ${because}.${
        isOfChat ? ' There is one for a chat until you have read it.' : ''
      }${canEnd ? '' : ' It cannot be turned off.'}`,
    }
    if (!row.email_verified_at) {
      const paragraphs = [
        'Open Barkyard to read it.',
        'Confirm your address in your settings to read more in our e-mails.',
      ]
      return { ...around, subject: why, preview: '', heading: why, paragraphs }
    }
    return {
      ...around,
      subject: notification.title,
      preview: notification.body,
      heading: notification.title,
      paragraphs: [
        `Hello ${isolate(row.first_name)},`,
        // With its line breaks.
        String(row.details.statement ?? notification.body),
        ...(mayAppeal(row)
          ? ['If you think that this is wrong, you can appeal once, within 180 days, in your settings.']
          : []),
      ],
    }
  },
}

const DIGEST_MAX = 20

/** Notifications that are unseen and were not mailed. */
export const DIGEST: MailKind<{ dueAt: string }> = {
  name: 'digest',
  isDeferrable: true,
  async compose(context, { id: mailId, userId }) {
    const { db, now } = context
    const user = userId === null ? undefined : await findUser(db, userId)
    if (!user?.email || !user.email_verified_at || user.suspended_at) return null
    const { quiet, timeZone, kinds, digest: often } = await findPreferences(db, user.id)
    if (often === 'none') return null
    const quietEnd = quietUntil(quiet, timeZone, now())
    if (quietEnd) return { until: quietEnd }
    const events = (Object.keys(KIND_OF) as NotificationEvent[]).filter(
      event => isOn(event, kinds, 'mail') && !isObligatory(KIND_OF[event]),
    )
    const rows = await takeForDigest(db, { userId: user.id, mailId, events })
    const unseen = []
    // One after the other: a digest must not take all connections.
    for (const row of rows) {
      const said = await inWords(db, row, now())
      if (said) unseen.push(said)
    }
    if (unseen.length === 0) return null
    const more = unseen.length - DIGEST_MAX
    return {
      to: user.email,
      subject: unseen.length === 1 ? (unseen[0]?.title ?? '') : `${unseen.length} things happened in the yard`,
      preview: unseen[0]?.title ?? '',
      heading: 'What you haven’t seen yet',
      paragraphs: [
        `Hello ${isolate(user.first_name)}, this happened since you last looked:`,
        ...unseen.slice(0, DIGEST_MAX).map(({ title, body }) => (body === '' ? title : `${title}: ${body}`)),
        ...(more > 0 ? [`And ${more} more.`] : []),
      ],
      button: { label: 'Open Barkyard', url: new URL('/', context.config.publicUrl).href },
      unsubscribeUrl: unsubscribeUrl(context, user.id, 'digest'),
      footnote: `You get this e-mail ${often === 'daily' ? 'daily' : 'on Mondays'}, if there is something new.`,
    }
  },
}

export const NOTIFICATION_MAILS = [NOTIFICATION, DIGEST]
