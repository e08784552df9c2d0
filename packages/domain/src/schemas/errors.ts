import { z } from 'zod'
import { ANSWER_CODES, ERROR_REASONS } from '../errors.ts'

const issueSchema = z
  .object({
    path: z
      .array(z.union([z.string(), z.number()]))
      .describe('The path of the invalid value: field names and list indexes. Empty: the input as a whole.'),
    message: z.string().describe('The problem, for people.'),
  })
  .meta({ id: 'Issue', description: 'An invalid field of the input.' })

const errorCode = z.enum(ANSWER_CODES).meta({ id: 'ErrorCode', description: 'The status of an error in words.' })
const errorReason = z
  .enum(ERROR_REASONS)
  .meta({ id: 'ErrorReason', description: 'The cause of an error. Values are stable; new ones may be added.' })

export const errorSchema = z
  .object({
    message: z.string().describe('What happened and what to do, for people. The text may change.'),
    code: errorCode.describe('The status in words. SUSPENDED is a 403.'),
    reason: errorReason.describe('The cause. Each call lists its causes.'),
    until: z.iso
      .datetime()
      .nullable()
      .optional()
      .describe('Only with SUSPENDED: when the suspension ends. null: never.'),
    issues: z.array(issueSchema).optional().describe('With status 400: the invalid fields, at most 100.'),
  })
  .meta({ id: 'Error', description: 'Why a call was refused.' })
export type ErrorBody = z.infer<typeof errorSchema>
