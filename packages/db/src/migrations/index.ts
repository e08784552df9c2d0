import * as tables from './0001-tables.ts'
import * as photosOnDogs from './0002-photos-on-dogs.ts'
import * as sniff from './0003-sniff.ts'
import * as storeMessages from './0004-store-messages.ts'
import * as adminSearch from './0005-admin-search.ts'
import * as auditSearch from './0006-audit-search.ts'
import * as storeMessagesPlannedOnce from './0007-store-messages-planned-once.ts'
import * as photoKeys from './0008-photo-keys.ts'
import * as auditDeeds from './0009-audit-deeds.ts'
import * as openProposals from './0010-open-proposals.ts'
import * as jobs from './0011-jobs.ts'
import * as account from './0012-account.ts'
import * as ownDogs from './0013-own-dogs.ts'
import * as tryStoreMessages from './0014-try-store-messages.ts'
import * as visibility from './0015-visibility.ts'
import * as messagesAmongSeen from './0016-messages-among-seen.ts'
import * as reports from './0017-reports.ts'
import * as admins from './0018-admins.ts'
import * as playdatesHappen from './0019-playdates-happen.ts'
import * as agreedPlaydates from './0020-agreed-playdates.ts'
import * as notifications from './0021-notifications.ts'
import * as storeAndNotify from './0022-store-and-notify.ts'
import * as photoFocus from './0023-photo-focus.ts'
import * as notifyOnce from './0025-notify-once.ts'
import * as keptCounts from './0026-kept-counts.ts'
import * as quietBudgets from './0027-quiet-budgets.ts'
import * as ownReports from './0028-own-reports.ts'
import * as goodToKnow from './0030-good-to-know.ts'
import * as verifications from './0031-verifications.ts'
import * as skips from './0032-skips.ts'
import * as photoHashes from './0033-photo-hashes.ts'
import * as tokenScopes from './0050-token-scopes.ts'
import * as walks from './0051-walks.ts'
import * as searches from './0052-searches.ts'
import * as invites from './0053-invites.ts'
import * as notifiedOfWalks from './0054-notified-of-walks.ts'
import * as playdatesChanged from './0055-playdates-changed.ts'
import * as idempotencyKeys from './0060-idempotency-keys.ts'
import * as hashOldPhotos from './0061-hash-old-photos.ts'
import * as webhooks from './0062-webhooks.ts'
import * as auditValues from './0063-audit-values.ts'
import * as outdatedPhotos from './0064-outdated-photos.ts'
import * as whoChangedWhat from './0065-who-changed-what.ts'
import * as caseNotes from './0070-case-notes.ts'
import * as numbers from './0071-numbers.ts'
import * as reportedTitles from './0072-reported-titles.ts'
import * as twinsOfDogs from './0073-twins-of-dogs.ts'
import * as wordsOfDeliveries from './0074-words-of-deliveries.ts'
import * as checkedDogs from './0075-checked-dogs.ts'
import * as deletedPhotos from './0085-deleted-photos.ts'
import * as mailboxes from './0089-mailboxes.ts'
import * as refusedPushes from './0090-refused-pushes.ts'
import * as showTyping from './0091-show-typing.ts'
import * as parks from './0092-parks.ts'
import * as parksOfPlans from './0093-parks-of-plans.ts'
import * as waitingParks from './0096-waiting-parks.ts'
import * as walksThatLive from './0100-walks-that-live.ts'
import * as toldOfWalks from './0101-told-of-walks.ts'
import * as joinCodes from './0107-join-codes.ts'
import * as lostDogs from './0109-lost-dogs.ts'
import * as reportedLost from './0111-reported-lost.ts'
import * as moderators from './0112-moderators.ts'
import * as passkeys from './0113-passkeys.ts'
import * as pageVitals from './0115-page-vitals.ts'
import * as lostByReach from './0116-lost-by-reach.ts'
import type { AnyMigration } from './steps.ts'

/** All migrations by name; frozen once landed. */
export const migrations: Record<string, AnyMigration> = {
  '0001-tables': tables,
  '0002-photos-on-dogs': photosOnDogs,
  '0003-sniff': sniff,
  '0004-store-messages': storeMessages,
  '0005-admin-search': adminSearch,
  '0006-audit-search': auditSearch,
  '0007-store-messages-planned-once': storeMessagesPlannedOnce,
  '0008-photo-keys': photoKeys,
  '0009-audit-deeds': auditDeeds,
  '0010-open-proposals': openProposals,
  '0011-jobs': jobs,
  '0012-account': account,
  '0013-own-dogs': ownDogs,
  '0014-try-store-messages': tryStoreMessages,
  '0015-visibility': visibility,
  '0016-messages-among-seen': messagesAmongSeen,
  '0017-reports': reports,
  '0018-admins': admins,
  '0019-playdates-happen': playdatesHappen,
  '0020-agreed-playdates': agreedPlaydates,
  '0021-notifications': notifications,
  '0022-store-and-notify': storeAndNotify,
  '0023-photo-focus': photoFocus,
  '0025-notify-once': notifyOnce,
  '0026-kept-counts': keptCounts,
  '0027-quiet-budgets': quietBudgets,
  '0028-own-reports': ownReports,
  '0030-good-to-know': goodToKnow,
  '0031-verifications': verifications,
  '0032-skips': skips,
  '0033-photo-hashes': photoHashes,
  '0050-token-scopes': tokenScopes,
  '0051-walks': walks,
  '0052-searches': searches,
  '0053-invites': invites,
  '0054-notified-of-walks': notifiedOfWalks,
  '0055-playdates-changed': playdatesChanged,
  '0060-idempotency-keys': idempotencyKeys,
  '0061-hash-old-photos': hashOldPhotos,
  '0062-webhooks': webhooks,
  '0063-audit-values': auditValues,
  '0064-outdated-photos': outdatedPhotos,
  '0065-who-changed-what': whoChangedWhat,
  '0070-case-notes': caseNotes,
  '0071-numbers': numbers,
  '0072-reported-titles': reportedTitles,
  '0073-twins-of-dogs': twinsOfDogs,
  '0074-words-of-deliveries': wordsOfDeliveries,
  '0075-checked-dogs': checkedDogs,
  '0085-deleted-photos': deletedPhotos,
  '0089-mailboxes': mailboxes,
  '0090-refused-pushes': refusedPushes,
  '0091-show-typing': showTyping,
  '0092-parks': parks,
  '0093-parks-of-plans': parksOfPlans,
  '0096-waiting-parks': waitingParks,
  '0100-walks-that-live': walksThatLive,
  '0101-told-of-walks': toldOfWalks,
  '0107-join-codes': joinCodes,
  '0109-lost-dogs': lostDogs,
  '0111-reported-lost': reportedLost,
  '0112-moderators': moderators,
  '0113-passkeys': passkeys,
  '0115-page-vitals': pageVitals,
  '0116-lost-by-reach': lostByReach,
}
