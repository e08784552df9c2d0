import type { ModerationAction, NoticeAction, ReportKind } from '@barkyard/domain/report'

/** What owners choose from, the most urgent first. */
export const KIND_WORDS: Record<ReportKind, string> = {
  'child-safety': 'A child may be in danger',
  danger: 'I feel threatened, or somebody may get hurt',
  welfare: 'A dog is treated badly',
  photo: 'A photo that does not belong here',
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
  uphold: 'Let the decision stand',
  reverse: 'Reverse the decision',
}

/** What was decided, as its owner reads it. */
export const NOTICE_WORDS: Record<NoticeAction, string> = {
  warn: 'A warning',
  'remove-photos': 'Photos were removed',
  'hide-dog': 'Your dog is hidden from others',
  suspend: 'Your account is suspended',
}
