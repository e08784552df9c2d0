import { z } from 'zod'
import {
  VERIFICATION_KINDS,
  VERIFICATION_REASON_MAX,
  VERIFICATION_STATES,
  VERIFICATIONS_PAGE_DEFAULT,
  VERIFICATIONS_PAGE_MAX,
} from '../verification.ts'
import { countedPageOf, cursor } from './paging.ts'
import { id, trimmedText } from './text.ts'

const kind = z
  .enum(VERIFICATION_KINDS)
  .meta({ id: 'VerificationKind', description: 'What moderators can check.' })
  .describe('photo: that the main photo is of this dog. vaccination: a vaccination record.')

export const newVerificationSchema = z
  .object({ kind })
  .meta({ id: 'NewVerification', description: 'Something for a moderator to check.' })

export const startedVerificationSchema = z
  .object({
    id: id.describe('The id of the verification.'),
    code: z
      .string()
      .nullable()
      .describe('Four words. Write them on paper and send a photo of the dog beside it. null: not needed.'),
  })
  .meta({ id: 'StartedVerification', description: 'A verification that waits for its evidence.' })
export type StartedVerification = z.infer<typeof startedVerificationSchema>

const verificationFields = {
  id: id.describe('The id of the verification.'),
  version: z
    .number()
    .int()
    .min(1)
    .describe('Grows with new evidence and when the dog changes. A decision must name the version that was read.'),
  dogId: id.describe('The dog.'),
  kind,
  state: z
    .enum(VERIFICATION_STATES)
    .describe('open: it waits for evidence. waiting: it waits for a moderator. The others are final.'),
  code: z.string().nullable().describe('The four words on the paper. null: not needed.'),
  reason: z.string().nullable().describe('Why it was decided so, in the moderator’s words. null: none, or undecided.'),
  expiresOn: z.iso
    .date()
    .nullable()
    .describe('The last day of the vaccination record. null: no vaccination, or not approved.'),
  createdAt: z.iso.datetime().describe('When it was asked for. ISO 8601 in UTC.'),
}

export const verificationSchema = z
  .object(verificationFields)
  .meta({ id: 'Verification', description: 'Something about a dog that a moderator checks.' })
export type Verification = z.infer<typeof verificationSchema>

export const adminVerificationSchema = z
  .object({
    ...verificationFields,
    owner: z
      .object({
        id: id.describe('The id of the user.'),
        firstName: z.string().describe('Their first name.'),
        lastName: z.string().describe('Their last name. May be empty.'),
        email: z.string().nullable().describe('Their address. null: it is unknown.'),
      })
      .describe('The owner who asked.'),
  })
  .meta({ id: 'AdminVerification', description: 'A verification in the queue of the moderators.' })
export type AdminVerification = z.infer<typeof adminVerificationSchema>

export const adminVerificationsQuerySchema = z.object({
  state: z
    .enum(['waiting', 'decided'])
    .default('waiting')
    .describe('Those that wait for a moderator, oldest first, or the decided ones, newest first.')
    .meta({ example: 'waiting' }),
  limit: z
    .number()
    .int()
    .min(1)
    .max(VERIFICATIONS_PAGE_MAX)
    .default(VERIFICATIONS_PAGE_DEFAULT)
    .describe('The maximum number of items.'),
  cursor,
})
export type AdminVerificationsQuery = z.infer<typeof adminVerificationsQuerySchema>

export const adminVerificationsPageSchema = countedPageOf(adminVerificationSchema)

export const verificationDecisionSchema = z
  .object({
    approve: z.boolean().describe('Whether the evidence shows it.'),
    expiresOn: z.iso
      .date('A day like 2030-06-01')
      .describe('The last day of the vaccination record. Required to approve one; ignored otherwise.')
      .optional(),
    reason: trimmedText(0, VERIFICATION_REASON_MAX).describe('Why, for the owner.').optional(),
    version: z.number().int().min(1).describe('The version that you read.'),
  })
  .meta({ id: 'VerificationDecision', description: 'The decision of a verification.' })
export type VerificationDecision = z.infer<typeof verificationDecisionSchema>
