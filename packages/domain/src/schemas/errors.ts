import { z } from 'zod'
import { ERROR_REASONS, ERROR_STATUS, type ErrorCode } from '../errors.ts'

export const errorSchema = z
  .object({
    message: z.string(),
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    reason: z.enum(ERROR_REASONS).optional(),
    issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof errorSchema>
