import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { errorReason, failureText, serverErrorOf, serverMessage } from './errors.ts'

test("an error of the server has the body's message and reason", () => {
  const body = '{"message":"Wrong password","code":"FORBIDDEN","reason":"wrong-password"}'
  const error = serverErrorOf(403, body, '')
  expect(error).toMatchObject({ status: 403, message: 'Wrong password' })
  expect(serverMessage(error)).toBe('Wrong password')
  expect(errorReason(error)).toBe('wrong-password')
  expect(errorReason(new TRPCClientError('no', { result: { error: { data: { reason: 'demo' } } } }))).toBe('demo')
})

test.each([
  ['<h1>Bad gateway</h1>', '502: <h1>Bad gateway</h1>'],
  ['{"message":7}', '502: {"message":7}'],
  ['{"reason":7}', '502: {"reason":7}'],
  ['null', '502: null'],
  ['', '502: Bad Gateway'],
])('any other body %j is worded as the spec says, and nothing that people can read', (body, message) => {
  const error = serverErrorOf(502, body, 'Bad Gateway')
  expect(error.message).toBe(message)
  expect([serverMessage(error), errorReason(error)]).toEqual([null, null])
})

test('where the server has not answered there is neither', () => {
  for (const error of [new TypeError('Failed to fetch'), new TRPCClientError('Failed to fetch'), undefined])
    expect([serverMessage(error), errorReason(error)]).toEqual([null, null])
})

const answered = (message: string, reason: string) =>
  new TRPCClientError(message, { result: { error: { data: { reason } } } } as never)
const proxy = new TRPCClientError('Unexpected token <', { meta: { response: { status: 502 } } })

test.each([
  ['nothing', undefined, 'Check your connection, then try again.'],
  ['a call without an answer', new TRPCClientError('Failed to fetch'), 'Check your connection, then try again.'],
  ['a refusal', answered('Too many requests', 'too-many-requests'), 'Too many requests'],
  ['a fault', answered('Something went wrong', 'server-fault'), 'This is our fault. Please try again in a moment.'],
  ["a proxy's page", proxy, 'This is our fault. Please try again in a moment.'],
  ['a missing file', new TypeError('Failed to import'), 'This is our fault. Please try again in a moment.'],
])('the connection is blamed only where nothing answered: %s', (_, error, text) => {
  expect(failureText(error)).toBe(text)
})
