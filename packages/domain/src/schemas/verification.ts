import { z } from 'zod'
import {
  VERIFICATION_KINDS,
  VERIFICATION_REASON_MAX,
  VERIFICATION_STATES,
  VERIFICATIONS_PAGE_DEFAULT,
  VERIFICATIONS_PAGE_MAX,
} from '../verification.ts'
import { flag, id, part, person, shape, textOrNull, time, trimmedText, whole, word } from './fields.ts'
import { countedPageOf, cursor, limitOf } from './paging.ts'

const kind = word('VerificationKind', 'What moderators can check.', VERIFICATION_KINDS).describe(
  'photo: that the main photo is of this dog. vaccination: a vaccination record.',
)

export const newVerificationSchema = shape('NewVerification', 'Something for a moderator to check.', { kind })

export const startedVerificationSchema = shape('StartedVerification', 'A verification that waits for its evidence.', {
  id: id.describe('The id of the verification.'),
  code: textOrNull('Four words. Write them on paper and send a photo of the dog beside it. null: not needed.'),
})
export type StartedVerification = z.infer<typeof startedVerificationSchema>

export const verificationSchema = shape('Verification', 'Something about a dog that a moderator checks.', {
  id: id.describe('The id of the verification.'),
  version: whole(
    1,
    'Grows with new evidence and when the dog changes. A decision must name the version that was read.',
  ),
  dogId: id.describe('The dog.'),
  kind,
  state: z
    .enum(VERIFICATION_STATES)
    .describe('open: it waits for evidence. waiting: it waits for a moderator. The others are final.'),
  code: textOrNull('The four words on the paper. null: not needed.'),
  reason: textOrNull('Why it was decided so, in the moderator’s words. null: none, or undecided.'),
  expiresOn: z.iso
    .date()
    .nullable()
    .describe('The last day of the vaccination record. null: no vaccination, or not approved.'),
  createdAt: time('When it was asked for. ISO 8601 in UTC.'),
})
export type Verification = z.infer<typeof verificationSchema>

export const adminVerificationSchema = verificationSchema
  .extend({
    owner: part('The owner who asked.', { ...person, email: textOrNull('Their address. null: it is unknown.') }),
  })
  .meta({ id: 'AdminVerification', description: 'A verification in the queue of the moderators.' })
export type AdminVerification = z.infer<typeof adminVerificationSchema>

export const adminVerificationsQuerySchema = z.object({
  state: z
    .enum(['waiting', 'decided'])
    .default('waiting')
    .describe('Those that wait for a moderator, oldest first, or the decided ones, newest first.')
    .meta({ example: 'waiting' }),
  limit: limitOf(VERIFICATIONS_PAGE_MAX, VERIFICATIONS_PAGE_DEFAULT),
  cursor,
})
export type AdminVerificationsQuery = z.infer<typeof adminVerificationsQuerySchema>

export const adminVerificationsPageSchema = countedPageOf(adminVerificationSchema)

export const verificationDecisionSchema = shape('VerificationDecision', 'The decision of a verification.', {
  approve: flag('Whether the evidence shows it.'),
  expiresOn: z.iso
    .date('A day like 2030-06-01')
    .describe('The last day of the vaccination record. Required to approve one; ignored otherwise.')
    .optional(),
  reason: trimmedText(0, VERIFICATION_REASON_MAX).describe('Why, for the owner.').optional(),
  version: whole(1, 'The version that you read.'),
})
export type VerificationDecision = z.infer<typeof verificationDecisionSchema>
