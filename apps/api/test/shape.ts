import { type ErrorBody, errorSchema } from '@barkyard/domain/schemas/errors'
import { expect } from 'vitest'
import type { z } from 'zod'
import type { Answer } from './client.ts'

/** Whether a body matches a schema exactly, without additional fields. */
export function expectShape<T extends z.ZodType>(schema: T, body: unknown): z.infer<T> {
  const parsed = schema.parse(body)
  expect(parsed).toStrictEqual(body)
  return parsed
}

/** Whether an answer is an error with this status in the standard shape. @param why its code or its reason. */
export function expectError(
  answer: Answer<unknown>,
  status: number,
  why?: ErrorBody['code'] | ErrorBody['reason'],
): ErrorBody {
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.any(String)])
  const body = expectShape(errorSchema, answer.body)
  if (why) expect([body.code, body.reason]).toContain(why)
  expect(body.message).not.toMatch(
    /\b(select|insert|update|delete)\b.*\b(from|into|set)\b|\bat .*\.(ts|js):|\/(src|dist|node_modules)\//i,
  )
  return body
}
