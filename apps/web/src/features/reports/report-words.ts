import { isolate } from '@barkyard/domain/isolate'
import type { CaseKind, ModerationAction, NoticeAction, ReportKind, ReportSubject } from '@barkyard/domain/report'
import type { AdminReport } from '@barkyard/domain/schemas/report'

/** The kinds of reports for owners, the most urgent first. */
export const KIND_WORDS: Record<ReportKind, string> = {
  'child-safety': 'A child may be in danger',
  danger: 'I feel threatened, or somebody could get hurt',
  welfare: 'A dog is being mistreated',
  scam: 'Somebody wants money, or a code from my phone',
  photo: "A photo that doesn't belong here",
  rude: 'Rude or hurtful messages',
  fake: 'Not a real dog or owner',
  spam: 'Advertising or spam',
  other: 'Something else',
}

export const ACTION_WORDS: Record<ModerationAction, string> = {
  dismiss: 'Dismiss the reports',
  warn: 'Warn the owner',
  'remove-photos': 'Remove photos',
  'hide-dog': 'Hide the dog',
  suspend: 'Suspend the owner',
  'delete-user': 'Delete the owner’s account',
  uphold: 'Uphold the decision',
  reverse: 'Reverse the decision',
  'close-lost': 'Close the search for the dog',
}

export const NOTICE_WORDS: Record<NoticeAction, string> = {
  warn: 'A warning',
  'remove-photos': 'Photos were removed',
  'hide-dog': 'Your dog was hidden from others',
  suspend: 'Your account was suspended',
  'close-lost': 'The search for your dog was closed',
}

export const kindWords = (kind: CaseKind) => (kind === 'appeal' ? 'An appeal against a decision' : KIND_WORDS[kind])

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
const age = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} old`

/** "3 hours old". @param time ISO 8601. */
export function ageOf(time: string, now: Date): string {
  const past = Math.max(0, now.getTime() - Date.parse(time))
  if (past < HOUR_MS) return 'new'
  return past < 2 * DAY_MS ? age(Math.floor(past / HOUR_MS), 'hour') : age(Math.floor(past / DAY_MS), 'day')
}

/** Who works on a case at `now`. */
export const claimAt = ({ claim }: AdminReport, now: Date) => (claim && new Date(claim.until) > now ? claim : null)

const ABOUT: Record<ReportSubject, string> = { dog: '', lost: 'The search for ', sighting: 'A sighting of ' }

/** A case in a line: "Rex: Rude or hurtful messages". */
export const titleOf = ({ kind, dog, about }: Pick<AdminReport, 'kind' | 'dog' | 'about'>) =>
  `${ABOUT[about]}${isolate(dog.name || 'The account')}: ${kind === 'appeal' ? 'an appeal against a decision' : KIND_WORDS[kind]}`
