import { z } from 'zod'
import { ANSWER_CODES, ERROR_REASONS } from '../errors.ts'
import { shape, text, word } from './fields.ts'

const issueSchema = shape('Issue', 'An invalid field of the input.', {
  path: z
    .array(z.union([z.string(), z.number()]))
    .describe('The path of the invalid value: field names and list indexes. Empty: the input as a whole.'),
  message: text('The problem, for people.'),
})

const errorCode = word('ErrorCode', 'The status of an error in words.', ANSWER_CODES)
const errorReason = word(
  'ErrorReason',
  'The cause of an error. Values are stable; new ones may be added.',
  ERROR_REASONS,
)

export const errorSchema = shape('Error', 'Why a call was refused.', {
  message: text('What happened and what to do, for people. The text may change.'),
  code: errorCode.describe('The status in words. SUSPENDED is a 403.'),
  reason: errorReason.describe('The cause. Each call lists its causes.'),
  until: z.iso.datetime().nullable().optional().describe('Only with SUSPENDED: when the suspension ends. null: never.'),
  issues: z.array(issueSchema).optional().describe('With status 400: the invalid fields, at most 100.'),
})
export type ErrorBody = z.infer<typeof errorSchema>
