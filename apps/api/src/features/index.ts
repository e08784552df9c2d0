import { sweepRowCounts } from '@barkyard/db/queries/admin/numbers'
import { sweepLost } from '@barkyard/db/queries/lost/change-lost'
import { sweepPairDeliveries } from '@barkyard/db/queries/notifications/deliveries'
import { sweepWalkTellings } from '@barkyard/db/queries/notifications/notify-near-walks'
import { sweepCases } from '@barkyard/db/queries/reports/decide-case'
import { sweepOlder } from '@barkyard/db/queries/rows'
import { sweepVerifications } from '@barkyard/db/queries/verification/verifications'
import { sweepVitals } from '@barkyard/db/queries/vitals/vitals'
import { sweepWebhooks } from '@barkyard/db/queries/webhooks/webhooks'
import { auditKeptSince } from '@barkyard/domain/audit'
import { NOTIFICATIONS_KEPT_DAYS } from '@barkyard/domain/notification'
import { casesKeptSince } from '@barkyard/domain/report'
import { evidenceKeptSince } from '@barkyard/domain/verification'
import type { FastifyInstance } from 'fastify'
import { SESSION_DAYS } from '../platform/access/sessions.ts'
import { acceptUploads, acceptUploadsToo, uploadRoom } from '../platform/http/read-upload.ts'
import type { JobHandler } from '../platform/jobs/runner.ts'
import type { MailKind } from '../platform/mail/mails.ts'
import { OPERATION_PATHS } from '../platform/operation/openapi-paths.ts'
import type { RoutePaths } from '../platform/rest/responses.ts'
import { router } from '../platform/trpc/init.ts'
import type { Services } from '../services.ts'
import { registerAccountExport } from './account/archive.ts'
import { ACCOUNT_MAILS } from './account/mails.ts'
import { ACCOUNT_PATHS } from './account/openapi-paths.ts'
import { registerAccountPages } from './account/pages.ts'
import { accountRouter, authRouter } from './account/procedures.ts'
import { adminProcedures } from './admin/procedures.ts'
import { blocksRouter } from './blocks/procedures.ts'
import { CALENDAR_PATHS, calendarRouter, registerCalendarFeed, registerCalendarFiles } from './calendar/routes.ts'
import { dogsRouter } from './dogs/procedures.ts'
import { invitesRouter } from './invites/procedures.ts'
import { LIVE_PATHS, registerEventStream } from './live/event-stream.ts'
import { liveRouter } from './live/procedures.ts'
import { locationRouter } from './location/procedures.ts'
import { lostAdministration } from './lost/admin-procedures.ts'
import { endLost, tellAgainHandler, tellOfLostHandler } from './lost/index.ts'
import { LOST_PATHS } from './lost/openapi-paths.ts'
import { registerPoster } from './lost/poster.ts'
import { lostRouter } from './lost/procedures.ts'
import { registerSightingPhoto, registerSightings } from './lost/sightings.ts'
import { matchesRouter } from './matches/procedures.ts'
import { registerChatSocket } from './messages/chat-socket.ts'
import { messagesRouter } from './messages/procedures.ts'
import { NOTIFICATION_MAILS } from './notifications/mails.ts'
import { notificationsRouter, preferencesRouter } from './notifications/procedures.ts'
import { pushRouter } from './notifications/push/procedures.ts'
import { pushHandler } from './notifications/push/push.ts'
import { registerUnsubscribe } from './notifications/unsubscribe.ts'
import { parkAdministration } from './parks/admin-procedures.ts'
import { parksRouter } from './parks/procedures.ts'
import { PASSKEY_MAILS } from './passkeys/mails.ts'
import { passkeysRouter } from './passkeys/procedures.ts'
import { PASSKEY_PATHS, registerPasskeySignIn } from './passkeys/routes.ts'
import { abandonUploads, photosDeleted } from './photos/index.ts'
import { hashOldPhotosHandler, purgePhotoHandler } from './photos/jobs.ts'
import { photosRouter } from './photos/procedures.ts'
import { PHOTO_PATHS, registerPhotoUpload } from './photos/upload.ts'
import { playdatesRouter } from './playdates/procedures.ts'
import { ACCOUNT_REMOVED, decisionProcedures, liftSuspensionHandler } from './reports/decisions.ts'
import { directDecisionProcedures } from './reports/direct-decisions.ts'
import { moderationProcedures } from './reports/moderation.ts'
import { REPORT_PATHS, registerReportPhotos } from './reports/photos.ts'
import { noticesRouter, reportsRouter } from './reports/procedures.ts'
import { templateProcedures } from './reports/statement-templates.ts'
import { searchesRouter } from './searches/procedures.ts'
import { registerOidc } from './sign-in/oidc.ts'
import { SIGN_IN_PATHS } from './sign-in/openapi-paths.ts'
import { registerSignIn, registerSignOut } from './sign-in/routes.ts'
import { skipsRouter } from './skips/procedures.ts'
import { sniffRouter } from './sniff/procedures.ts'
import { tokensRouter } from './tokens/procedures.ts'
import { registerEvidence, registerEvidenceUpload, VERIFICATION_PATHS } from './verification/evidence.ts'
import { verificationModeration } from './verification/moderation.ts'
import { verificationsRouter } from './verification/procedures.ts'
import { registerVitals, VITALS_PATHS, vitalsKeptSince } from './vitals/index.ts'
import { fillWalkHandler, nextWalkHandler, tellOfWalkHandler } from './walks/jobs.ts'
import { walksRouter } from './walks/procedures.ts'
import { webhooksRouter } from './webhooks/procedures.ts'
import { webhookHandler } from './webhooks/webhook-handler.ts'

export const appRouter = router({
  account: accountRouter,
  admin: router({
    ...adminProcedures,
    ...moderationProcedures,
    ...decisionProcedures,
    ...directDecisionProcedures,
    ...templateProcedures,
    ...verificationModeration,
    ...parkAdministration,
    ...lostAdministration,
  }),
  auth: authRouter,
  blocks: blocksRouter,
  calendar: calendarRouter,
  dogs: dogsRouter,
  invites: invitesRouter,
  live: liveRouter,
  location: locationRouter,
  lost: lostRouter,
  matches: matchesRouter,
  messages: messagesRouter,
  notifications: notificationsRouter,
  notices: noticesRouter,
  parks: parksRouter,
  passkeys: passkeysRouter,
  photos: photosRouter,
  playdates: playdatesRouter,
  preferences: preferencesRouter,
  push: pushRouter,
  reports: reportsRouter,
  skips: skipsRouter,
  searches: searchesRouter,
  sniff: sniffRouter,
  tokens: tokensRouter,
  verifications: verificationsRouter,
  walks: walksRouter,
  webhooks: webhooksRouter,
})
export type AppRouter = typeof appRouter

/** Routes under /api that are no procedures: pages for people without scripts, files, streams. */
export async function registerApiRoutes(api: FastifyInstance, services: Services): Promise<void> {
  registerSignOut(api, services)
  if (services.config.oidc) registerOidc(api, services, services.config.oidc)
  else
    await api.register(async scope => {
      await registerSignIn(scope, services)
      registerAccountPages(scope, services)
    })
  if (!services.config.oidc) registerPasskeySignIn(api, services)
  registerAccountExport(api, services)
  registerCalendarFiles(api, services)
  registerEventStream(api, services)
  registerVitals(api, services)
  registerReportPhotos(api, services)
  await api.register(scope => registerUnsubscribe(scope, services))
  registerEvidence(api, services)
  registerSightingPhoto(api, services)
  const room = uploadRoom()
  await api.register(async scope => {
    await acceptUploadsToo(scope)
    registerSightings(scope, services, room)
    await registerPoster(scope, services, room)
  })
  await api.register(async scope => {
    await acceptUploads(scope)
    registerPhotoUpload(scope, services, room)
    registerEvidenceUpload(scope, services, room)
  })
}

export function registerRoutes(scope: FastifyInstance, services: Services): void {
  registerChatSocket(scope, services)
  registerCalendarFeed(scope, services)
}

/** The API's calls that are no procedures, as the reference describes them. */
export const OPENAPI_PATHS: RoutePaths = {
  ...SIGN_IN_PATHS,
  ...PHOTO_PATHS,
  ...VERIFICATION_PATHS,
  ...CALENDAR_PATHS,
  ...REPORT_PATHS,
  ...LIVE_PATHS,
  ...LOST_PATHS,
  ...OPERATION_PATHS,
  ...ACCOUNT_PATHS,
  ...PASSKEY_PATHS,
  ...VITALS_PATHS,
}

export const MAILS: readonly MailKind<unknown>[] = [
  ...ACCOUNT_MAILS,
  ...PASSKEY_MAILS,
  ...NOTIFICATION_MAILS,
  ACCOUNT_REMOVED,
]

export const jobHandlers = (services: Services): JobHandler<unknown>[] => [
  pushHandler(services),
  liftSuspensionHandler(services),
  hashOldPhotosHandler(services),
  purgePhotoHandler(services),
  webhookHandler(services),
  fillWalkHandler(services),
  nextWalkHandler(services),
  tellOfWalkHandler(services),
  tellOfLostHandler(services),
  tellAgainHandler(services),
]

/** What the clock alone causes, looked at every 15 s. */
export const BY_CLOCK = [endLost]

/** Failed jobs are kept this long, so that the operator can inspect them. */
const GIVEN_UP_DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000

/** Removes everything that is too old at `now`. Failures are logged; the next sweep repeats them. */
export async function hourlySweep({ db, log, carryOut }: Services, now: Date): Promise<void> {
  const deleteFiles = () => carryOut(photosDeleted)
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const tasks = [
    abandonUploads(db).then(deleteFiles),
    sweepOlder(db, 'sessions', 'last_used_at', daysAgo(SESSION_DAYS)),
    sweepOlder(db, 'account_links', 'expires_at', daysAgo(1)),
    sweepOlder(db, 'passkey_challenges', 'expires_at', now),
    sweepOlder(db, 'jobs', 'given_up_at', daysAgo(GIVEN_UP_DAYS)),
    sweepOlder(db, 'audit_log', 'at', auditKeptSince(now)),
    sweepRowCounts(db),
    sweepOlder(db, 'idempotency_keys', 'created_at', daysAgo(1)),
    sweepOlder(db, 'notifications', 'notified_at', daysAgo(NOTIFICATIONS_KEPT_DAYS)),
    sweepPairDeliveries(db, now),
    sweepWebhooks(db, now),
    sweepVitals(db, vitalsKeptSince(now)),
    sweepWalkTellings(db, now),
    sweepLost(db, now).then(deleteFiles),
    sweepVerifications(db, { evidenceSince: evidenceKeptSince(now), since: casesKeptSince(now) }).then(deleteFiles),
    sweepCases(db, casesKeptSince(now)).then(deleteFiles),
  ]
  for (const result of await Promise.allSettled(tasks))
    if (result.status === 'rejected')
      log.warn({ code: result.reason?.code }, 'the hourly sweep failed; it runs again in an hour')
}
