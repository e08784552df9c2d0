import type { CaseKind, ModerationAction, NoticeAction, ReportKind } from '@barkyard/domain/report'
import type { AdminReport } from '@barkyard/domain/schemas/report'

/** The kinds of reports for owners, the most urgent first. */
export const KIND_WORDS: Record<ReportKind, string> = {
  'child-safety': 'A child may be in danger',
  danger: 'I feel threatened, or somebody could get hurt',
  welfare: 'A dog is treated badly',
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
}

/** A decision in words for the dog's owner. */
export const NOTICE_WORDS: Record<NoticeAction, string> = {
  warn: 'A warning',
  'remove-photos': 'Photos were removed',
  'hide-dog': 'Your dog is hidden from others',
  suspend: 'Your account is suspended',
}

export const kindWords = (kind: CaseKind) => (kind === 'appeal' ? 'An appeal against a decision' : KIND_WORDS[kind])

/** A case in a line: "Rex: Rude or hurtful messages". */
export const titleOf = ({ kind, dog }: Pick<AdminReport, 'kind' | 'dog'>) =>
  `${dog.name}: ${kind === 'appeal' ? 'an appeal against a decision' : KIND_WORDS[kind]}`

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** @param time ISO 8601. */
export const momentOf = (time: string) => moment.format(new Date(time))
