import { PHOTO_MAX_BYTES } from '@barkyard/domain/photo'
import { TOKENS_PER_USER } from '@barkyard/domain/token'
import { PASSWORD_MIN } from '@barkyard/domain/user'
import { DELIVERIES_WAITING_MAX, WEBHOOK_ANSWERS_WITHIN_S } from '@barkyard/domain/webhook'
import type { AnyTRPCRouter } from '@trpc/server'
import { LIMITS } from '../access/limits.ts'
import { readDataText } from '../data-file.ts'
import { BODY_MAX_BYTES } from '../http/json.ts'
import { MESSAGES_RATE } from '../realtime/socket-limits.ts'
import { proceduresOf } from '../trpc/meta.ts'
import { KEPT_HOURS, KEY_MAX, KEYS_MAX } from './idempotency.ts'

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
