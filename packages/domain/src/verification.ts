/** What a moderator can check: that the photo is of this dog, or a vaccination record. */
export const VERIFICATION_KINDS = ['photo', 'vaccination'] as const
export type VerificationKind = (typeof VERIFICATION_KINDS)[number]

/** open: waits for evidence. waiting: waits for a moderator. The others are final. */
export const VERIFICATION_STATES = ['open', 'waiting', 'approved', 'refused', 'withdrawn'] as const
export type VerificationState = (typeof VERIFICATION_STATES)[number]

export const isClosed = (state: VerificationState) => state !== 'open' && state !== 'waiting'

/** The words on the badges. They say what was checked, and nothing about the dog's health or character. */
export const BADGES: Record<VerificationKind, string> = {
  photo: 'Photo checked',
  vaccination: 'Vaccination record seen',
}

/** Evidence is deleted this many days after the decision. */
export const EVIDENCE_KEPT_DAYS = 30
/** The owner is reminded this many days before a vaccination record runs out. */
export const VACCINATION_REMINDER_DAYS = 30
/** Characters after trimming. */
export const VERIFICATION_REASON_MAX = 500
export const VERIFICATIONS_PAGE_DEFAULT = 50
export const VERIFICATIONS_PAGE_MAX = 100

const DAY_MS = 24 * 60 * 60 * 1000

/** Evidence of decisions before this time is deleted at `now`. */
export const evidenceKeptSince = (now: Date): Date => new Date(now.getTime() - EVIDENCE_KEPT_DAYS * DAY_MS)
