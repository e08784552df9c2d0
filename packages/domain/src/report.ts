/** The reasons for a report, most urgent first. */
export const REPORT_KINDS = [
  'child-safety',
  'danger',
  'welfare',
  'scam',
  'photo',
  'rude',
  'fake',
  'spam',
  'other',
] as const
export type ReportKind = (typeof REPORT_KINDS)[number]
/** The kinds of cases in the moderation queue: reports, and appeals against decisions. */
export const CASE_KINDS = [...REPORT_KINDS, 'appeal'] as const
export type CaseKind = (typeof CASE_KINDS)[number]

/** The decisions about reports, mildest first. */
export const REPORT_ACTIONS = ['dismiss', 'warn', 'remove-photos', 'hide-dog', 'suspend', 'delete-user'] as const
export const APPEAL_ACTIONS = ['uphold', 'reverse'] as const
type AppealAction = (typeof APPEAL_ACTIONS)[number]
/** The decision about the search for a lost dog, which is no answer to a report. */
const LOST_ACTIONS = ['close-lost'] as const
export const MODERATION_ACTIONS = [...REPORT_ACTIONS, ...APPEAL_ACTIONS, ...LOST_ACTIONS] as const
export type ModerationAction = (typeof MODERATION_ACTIONS)[number]
/** The decisions about reports and appeals. */
export type CaseAction = Exclude<ModerationAction, (typeof LOST_ACTIONS)[number]>

/** Decisions that the owner reads as a notice. A dismissal is not shown, and after a deletion there is no owner. */
export const NOTICE_ACTIONS = ['warn', 'remove-photos', 'hide-dog', 'suspend', ...LOST_ACTIONS] as const
export type NoticeAction = (typeof NOTICE_ACTIONS)[number]
export const isNoticeAction = (action: ModerationAction): action is NoticeAction =>
  NOTICE_ACTIONS.some(one => one === action)

/** Whether an action needs the owner's account. The others need the dog, or nothing. */
export const needsOwner = (action: ModerationAction) =>
  action === 'warn' || action === 'suspend' || action === 'delete-user'
export const needsDog = (action: ModerationAction) => action === 'remove-photos' || action === 'hide-dog'

export const isAppealAction = (action: ModerationAction): action is AppealAction =>
  APPEAL_ACTIONS.some(one => one === action)

/** Characters after trimming. */
export const REPORT_NOTE_MAX = 1000
export const STATEMENT_MAX = 1000
export const APPEAL_TEXT_MAX = 1000
/** What admins note about a case: characters after trimming, and notes in a case. */
export const CASE_NOTE_MAX = 1000
export const CASE_NOTES_MAX = 100
/** Whose claimed cases a list shows. */
export const CLAIM_FILTERS = ['anybody', 'me', 'nobody', 'others'] as const
export type ClaimFilter = (typeof CLAIM_FILTERS)[number]
/** The number of newest messages of a match that a report keeps. */
export const EVIDENCE_MESSAGES = 50
/** The number of last playdates of the two dogs, and of last walks of the reported one, whose titles a report keeps. */
export const EVIDENCE_TITLES = 50
/** What a case is about. */
export const REPORT_SUBJECTS = ['dog', 'lost', 'sighting'] as const
export type ReportSubject = (typeof REPORT_SUBJECTS)[number]
export const TITLE_KINDS = ['playdate', 'walk'] as const
export type TitleKind = (typeof TITLE_KINDS)[number]
/** How long a claimed case is reserved for its admin. */
const CLAIM_MINUTES = 15
/** The days after a decision during which its case is kept and the owner may appeal. */
export const CASE_KEPT_DAYS = 180

const DAY_MS = 24 * 60 * 60 * 1000

/** Cases that were decided before this time are deleted at `now`. */
export const casesKeptSince = (now: Date): Date => new Date(now.getTime() - CASE_KEPT_DAYS * DAY_MS)

export const claimEnds = (now: Date): Date => new Date(now.getTime() + CLAIM_MINUTES * 60 * 1000)

export const REPORTS_PAGE_DEFAULT = 50
export const REPORTS_PAGE_MAX = 100
/** The most statement templates of an installation. */
export const TEMPLATES_MAX = 50
export const TEMPLATE_TITLE_MAX = 80
