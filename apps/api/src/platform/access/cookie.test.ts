import fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { registerCookie } from './cookie.ts'
import { SESSION_DAYS } from './sessions.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test('a cookie that was decrypted before reads the same, and ends at its time', async () => {
  const app = fastify()
  await registerCookie(app, readConfig({ SESSION_SECRET: 'x'.repeat(32) }))
  const cookie = app.encodeSecureSession(app.createSecureSession({ id: 'one' }))
  const first = app.decodeSecureSession(cookie)
  expect(first?.get('id')).toBe('one')
  first?.set('id', 'another')
  const second = app.decodeSecureSession(cookie)
  expect(second?.get('id')).toBe('one')
  expect(second?.changed).toBe(false)
  second?.set('id', 'another')
  expect(app.decodeSecureSession(cookie)?.get('id')).toBe('one')

  vi.setSystemTime(Date.now() + (SESSION_DAYS * 24 * 60 * 60 + 1) * 1000)
  expect(app.decodeSecureSession(cookie)).toBeNull()
  await app.close()
})
