/** What a dog is reported for, the most urgent first. */
export const REPORT_KINDS = ['child-safety', 'danger', 'welfare', 'photo', 'rude', 'fake', 'spam', 'other'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]
/** What the moderation queue holds: reports, and appeals against decisions. */
export const CASE_KINDS = [...REPORT_KINDS, 'appeal'] as const
export type CaseKind = (typeof CASE_KINDS)[number]

/** These come before all others in the queue. */
export const isUrgent = (kind: CaseKind) => kind === 'child-safety' || kind === 'danger'

/** What an admin can decide about reports, the mildest first. */
export const REPORT_ACTIONS = ['dismiss', 'warn', 'remove-photos', 'hide-dog', 'suspend', 'delete-user'] as const
export type ReportAction = (typeof REPORT_ACTIONS)[number]
/** What an admin can decide about an appeal. */
export const APPEAL_ACTIONS = ['uphold', 'reverse'] as const
export type AppealAction = (typeof APPEAL_ACTIONS)[number]
export const MODERATION_ACTIONS = [...REPORT_ACTIONS, ...APPEAL_ACTIONS] as const
export type ModerationAction = (typeof MODERATION_ACTIONS)[number]

/** Decisions that their owner reads as a notice. A dismissal tells nothing; after a deletion nobody is there to read. */
export const NOTICE_ACTIONS = ['warn', 'remove-photos', 'hide-dog', 'suspend'] as const
export type NoticeAction = (typeof NOTICE_ACTIONS)[number]
export const isNoticeAction = (action: ModerationAction): action is NoticeAction =>
  NOTICE_ACTIONS.some(one => one === action)

/** Actions upon the owner's account; the others need the dog, or nothing. */
export const needsOwner = (action: ModerationAction) =>
  action === 'warn' || action === 'suspend' || action === 'delete-user'
export const needsDog = (action: ModerationAction) => action === 'remove-photos' || action === 'hide-dog'

export const isAppealAction = (action: ModerationAction): action is AppealAction =>
  APPEAL_ACTIONS.some(one => one === action)

/** Characters after trimming. */
export const REPORT_NOTE_MAX = 1000
export const STATEMENT_MAX = 1000
export const APPEAL_TEXT_MAX = 1000
/** Messages of a match that a report keeps, the newest. */
export const EVIDENCE_MESSAGES = 50
/** How long an admin has a case to themself. */
export const CLAIM_MINUTES = 15
/** Days after its decision for which a case is kept, and in which its owner may appeal. */
export const CASE_KEPT_DAYS = 180

const DAY_MS = 24 * 60 * 60 * 1000

/** Cases that were decided before this moment are removed at `now`. */
export const casesKeptSince = (now: Date): Date => new Date(now.getTime() - CASE_KEPT_DAYS * DAY_MS)

/** Until when a claim made at `now` holds. */
export const claimEnds = (now: Date): Date => new Date(now.getTime() + CLAIM_MINUTES * 60 * 1000)

export const REPORTS_PAGE_DEFAULT = 50
export const REPORTS_PAGE_MAX = 100
/** Statement templates of an installation. */
export const TEMPLATES_MAX = 50
export const TEMPLATE_TITLE_MAX = 80
