import { SESSIONS_PER_USER } from '@barkyard/db/queries/sign-in/sessions'
import { ADMIN_TOTAL_MAX, NUMBER_DAYS } from '@barkyard/domain/admin'
import { BLOCKS_DEFAULT } from '@barkyard/domain/block'
import { DOGS_PER_USER } from '@barkyard/domain/dog'
import { LOST_PAGE_DEFAULT, PHONES_A_WEEK, REACHES } from '@barkyard/domain/lost'
import { BARK_AGAIN_AFTER_HOURS, BARK_BODY, MESSAGES_DEFAULT } from '@barkyard/domain/message'
import { NOTIFICATIONS_DEFAULT, NOTIFICATIONS_KEPT_DAYS, PUSH_ENDPOINTS_MAX } from '@barkyard/domain/notification'
import { LIST_PAGE_MAX } from '@barkyard/domain/paging'
import {
  PARKS,
  PARKS_BESIDE_KM,
  PARKS_DEFAULT,
  PARKS_OF_MATCH_KM,
  SUGGESTIONS_PER_MONTH,
  SUGGESTIONS_WAITING,
} from '@barkyard/domain/parks'
import { PASSKEYS_PER_USER } from '@barkyard/domain/passkey'
import { PHOTO_MAX_BYTES, PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import { CITIES_SIMILAR, CITIES_SUGGESTED } from '@barkyard/domain/place'
import { OPEN_PROPOSALS_MAX, PHRASES_PER_SIDE, PLAYDATES_DEFAULT } from '@barkyard/domain/playdate'
import { REPORTS_PAGE_DEFAULT } from '@barkyard/domain/report'
import { SEARCHES_PER_USER } from '@barkyard/domain/search'
import { SKIPS_DEFAULT, SKIPS_MAX } from '@barkyard/domain/skip'
import { DISTANCE_MAX, SNIFF_TOTAL_MAX } from '@barkyard/domain/sniff'
import { EVENT_PING_EVERY_MS, EVENT_STREAMS_PER_USER } from '@barkyard/domain/socket'
import { TOKENS_PER_USER } from '@barkyard/domain/token'
import { PASSWORD_MIN } from '@barkyard/domain/user'
import { EVIDENCE_KEPT_DAYS, VERIFICATIONS_PAGE_DEFAULT } from '@barkyard/domain/verification'
import { VITALS_MAX_BYTES } from '@barkyard/domain/vitals'
import { SERIES_WALKS_MAX, WALKS_DEFAULT, WALKS_PER_OWNER } from '@barkyard/domain/walk'
import {
  DELIVERIES_KEPT,
  DELIVERIES_WAITING_MAX,
  WEBHOOK_ANSWERS_WITHIN_S,
  WEBHOOKS_PER_USER,
} from '@barkyard/domain/webhook'
import type { AnyTRPCRouter } from '@trpc/server'
import { LIMITS } from '../access/limits.ts'
import { readDataText } from '../data-file.ts'
import { BODY_MAX_BYTES } from '../http/json.ts'
import { MESSAGES_RATE } from '../realtime/socket-limits.ts'
import { proceduresOf, type RestAddress } from '../trpc/meta.ts'
import { KEPT_HOURS, KEY_MAX, KEYS_MAX } from './idempotency.ts'

/** The words of a call in the document. */
export interface CallText {
  /** Begins with a verb, "barkAtDog": generated clients use it as the function's name. */
  operationId: string
  /** A few words without a full stop. */
  summary: string
  /** Who may call it, and what callers need to know besides the shapes. */
  description: string
  /** What has happened, for a call that returns nothing else. */
  done?: string
}

/** The words of every call: data/calls.json. Limits in them come from these constants. */
export const callTexts = (): Record<RestAddress, CallText> =>
  JSON.parse(
    readDataText('calls.json', {
      ...Object.fromEntries(Object.entries(LIMITS).map(([rule, { points }]) => [`LIMIT_${rule}`, points])),
      ...Object.fromEntries(REACHES.map((km, at) => [`REACH_${at}`, km])),
      ADMIN_TOTAL_MAX: ADMIN_TOTAL_MAX.toLocaleString('en-US'),
      BARK_AGAIN_AFTER_HOURS,
      BARK_BODY,
      BLOCKS_DEFAULT,
      CITIES_SIMILAR,
      CITIES_SUGGESTED,
      DELIVERIES_KEPT,
      DISTANCE_MAX,
      DOGS_PER_USER,
      EVENT_STREAMS_PER_USER,
      EVIDENCE_KEPT_DAYS,
      LIST_PAGE_MAX,
      LOST_PAGE_DEFAULT,
      MESSAGES_DEFAULT,
      NOTIFICATIONS_DEFAULT,
      NOTIFICATIONS_KEPT_DAYS,
      NUMBER_DAYS,
      OPEN_PROPOSALS_MAX,
      PARKS: PARKS.length,
      PARKS_DEFAULT,
      PARKS_OF_MATCH_KM,
      PASSKEYS_PER_USER,
      PHONES_A_WEEK,
      PHOTOS_PER_DOG,
      PHRASES_PER_SIDE,
      PLAYDATES_DEFAULT,
      PUSH_ENDPOINTS_MAX,
      REPORTS_PAGE_DEFAULT,
      SEARCHES_PER_USER,
      SERIES_WALKS_MAX,
      SESSIONS_PER_USER,
      SKIPS_DEFAULT,
      SKIPS_MAX,
      SNIFF_TOTAL_MAX,
      SUGGESTIONS_PER_MONTH,
      SUGGESTIONS_WAITING,
      TOKENS_PER_USER,
      VERIFICATIONS_PAGE_DEFAULT,
      VITALS_MAX_BYTES,
      WALKS_DEFAULT,
      WALKS_PER_OWNER,
      WEBHOOKS_PER_USER,
      WEBHOOK_ANSWERS_WITHIN_S,
      eventPingSeconds: EVENT_PING_EVERY_MS / 1000,
      parksBesideM: PARKS_BESIDE_KM * 1000,
    }),
  )

const MINUTE = 60
const span = (seconds: number) =>
  seconds === MINUTE ? 'a minute' : seconds === 60 * MINUTE ? 'an hour' : `${seconds / 3600} hours`

/** The guides before the list of calls, in Markdown: data/guide.md. @param server the address of the server for scripts. */
export function guide(server: URL, router: AnyTRPCRouter): string {
  const limits = Object.entries(LIMITS).map(
    ([rule, { points, duration, counts }]) => `| \`${rule}\` | ${points} in ${span(duration)} | ${counts} |`,
  )
  const pagesOwn = proceduresOf(router).flatMap(([name, , { pageOnly }]) =>
    pageOnly === undefined ? [] : [`- \`${name}\`: ${pageOnly}`],
  )
  return readDataText('guide.md', {
    origin: server.origin,
    limits: limits.join('\n'),
    pagesOwn: pagesOwn.join('\n'),
    bodyKiB: BODY_MAX_BYTES / 1024,
    photoMB: PHOTO_MAX_BYTES / 1024 / 1024,
    messagesAtOnce: MESSAGES_RATE.burst,
    messagesASecond: MESSAGES_RATE.perSecond,
    deliveriesWaiting: DELIVERIES_WAITING_MAX.toLocaleString('en-US'),
    PASSWORD_MIN,
    TOKENS_PER_USER,
    WEBHOOK_ANSWERS_WITHIN_S,
    KEPT_HOURS,
    KEY_MAX,
    KEYS_MAX,
  })
}
