import { z } from 'zod'
import { ANSWER_CODES, ERROR_REASONS } from '../errors.ts'

const issueSchema = z
  .object({
    path: z
      .array(z.union([z.string(), z.number()]))
      .describe('Where the value is: names of fields and indexes of lists. Empty: the input as a whole.'),
    message: z.string().describe('What is wrong with it, for people.'),
  })
  .meta({ id: 'Issue', description: 'An invalid field of the input.' })

const errorCode = z.enum(ANSWER_CODES).meta({ id: 'ErrorCode', description: 'The status of an answer in words.' })
const errorReason = z
  .enum(ERROR_REASONS)
  .meta({ id: 'ErrorReason', description: 'The cause of a refusal. The words are stable; new ones may be added.' })

export const errorSchema = z
  .object({
    message: z.string().describe('What happened and what to do, for people. It may change.'),
    code: errorCode.describe('The status of the answer in words; SUSPENDED is a 403.'),
    reason: errorReason.describe('The cause. Each call names those that it has.'),
    until: z.iso
      .datetime()
      .nullable()
      .optional()
      .describe('With SUSPENDED alone: when the suspension ends. null: never.'),
    issues: z.array(issueSchema).optional().describe('With status 400: the invalid fields, at most 100.'),
  })
  .meta({ id: 'Error', description: 'Why a call was refused.' })
export type ErrorBody = z.infer<typeof errorSchema>
