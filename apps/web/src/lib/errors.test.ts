import { TRPCClientError } from '@trpc/client'
import { describe, expect, it } from 'vitest'
import { errorReason, failureText, serverErrorOf, serverMessage } from './errors.ts'

describe('serverErrorOf', () => {
  it("takes the body's message", () => {
    const error = serverErrorOf(413, '{"message":"Too large","code":"PAYLOAD_TOO_LARGE"}', '')
    expect(error).toMatchObject({ status: 413, message: 'Too large' })
    expect(serverMessage(error)).toBe('Too large')
  })

  it.each([
    ['<h1>Bad gateway</h1>', '502: <h1>Bad gateway</h1>'],
    ['{"message":7}', '502: {"message":7}'],
    ['null', '502: null'],
    ['', '502: Bad Gateway'],
  ])('words any other body %j as the spec says', (body, message) => {
    const error = serverErrorOf(502, body, 'Bad Gateway')
    expect(error.message).toBe(message)
    // It is nothing that people can read.
    expect(serverMessage(error)).toBeNull()
  })
})

describe('serverMessage', () => {
  it('is null if the server sent no message', () => {
    expect(serverMessage(new TypeError('Failed to fetch'))).toBeNull()
    expect(serverMessage(new TRPCClientError('Failed to fetch'))).toBeNull()
    expect(serverMessage(undefined)).toBeNull()
  })
})

describe('errorReason', () => {
  it('is the reason from the server, inside and outside tRPC', () => {
    const body = '{"message":"Wrong password","code":"FORBIDDEN","reason":"wrong-password"}'
    expect(errorReason(serverErrorOf(403, body, ''))).toBe('wrong-password')
    expect(errorReason(new TRPCClientError('no', { result: { error: { data: { reason: 'demo' } } } }))).toBe('demo')
  })

  it('is null for anything else', () => {
    expect(errorReason(serverErrorOf(403, '{"reason":7}', ''))).toBeNull()
    expect(errorReason(new TypeError('Failed to fetch'))).toBeNull()
  })
})

describe('failureText', () => {
  const answered = (message: string, reason: string) =>
    new TRPCClientError(message, { result: { error: { data: { reason } } } } as never)
  const proxy = new TRPCClientError('Unexpected token <', { meta: { response: { status: 502 } } })
  it.each([
    ['nothing', undefined, 'Check your connection, then try again.'],
    ['a call without an answer', new TRPCClientError('Failed to fetch'), 'Check your connection, then try again.'],
    ['a refusal', answered('Too many requests', 'too-many-requests'), 'Too many requests'],
    ['a fault', answered('Something went wrong', 'server-fault'), 'This is our fault. Please try again in a moment.'],
    ["a proxy's page", proxy, 'This is our fault. Please try again in a moment.'],
    ['a missing file', new TypeError('Failed to import'), 'This is our fault. Please try again in a moment.'],
  ])('blames the connection only where nothing answered: %s', (_, error, text) => {
    expect(failureText(error)).toBe(text)
  })
})
