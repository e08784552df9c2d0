import { TRPCClientError } from '@trpc/client'
import { describe, expect, it } from 'vitest'
import { errorReason, ServerError, serverErrorOf, serverMessage } from './errors.ts'

describe('serverErrorOf', () => {
  it("takes the body's message", () => {
    expect(serverErrorOf(413, '{"message":"Too large","code":"PAYLOAD_TOO_LARGE"}', '')).toMatchObject({
      status: 413,
      message: 'Too large',
    })
  })

  it.each([
    ['<h1>Bad gateway</h1>', '502: <h1>Bad gateway</h1>'],
    ['{"message":7}', '502: {"message":7}'],
    ['null', '502: null'],
    ['', '502: Bad Gateway'],
  ])('words any other body %j as the spec says', (body, message) => {
    expect(serverErrorOf(502, body, 'Bad Gateway').message).toBe(message)
  })
})

describe('serverMessage', () => {
  it('is null if the server sent no message', () => {
    expect(serverMessage(new TypeError('Failed to fetch'))).toBeNull()
    expect(serverMessage(new TRPCClientError('Failed to fetch'))).toBeNull()
    expect(serverMessage(undefined)).toBeNull()
  })

  it("is null for a proxy's page and anything else that is no message", () => {
    for (const body of ['<h1>502 Bad Gateway</h1>', '{"message":7}', 'null', ''])
      expect(serverMessage(serverErrorOf(502, body, 'Bad Gateway'))).toBeNull()
    expect(serverMessage(serverErrorOf(413, '{"message":"Too large"}', ''))).toBe('Too large')
  })

  it("is the server's message if it answered", () => {
    expect(serverMessage(new ServerError(400, 'That is your own dog'))).toBe('That is your own dog')
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
