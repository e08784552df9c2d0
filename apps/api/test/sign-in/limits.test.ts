import { describe, expect, test, vi } from 'vitest'
import { FULL_COST, HASHES_WAITING } from '../../src/platform/access/passwords.ts'
import { testApp } from '../app.ts'
import { Client, PASSWORD, signUp, unique } from '../client.ts'
import { expectTooMany, statuses, stoppedClock, tally } from '../limits.ts'

const later = stoppedClock()
const app = testApp({ RATE_LIMIT: '1', TRUST_PROXY: 'loopback' })

describe('failed sign-ins', () => {
  const wrong = (email: string) => new Client(app.url).post('/api/login', { email, password: 'not this one' })

  test('of one e-mail are limited to 10 a minute, not counting successful ones and other e-mails', async () => {
    const { user } = await signUp(app.url, { email: `iki-${unique()}@example.test` })
    const right = () => new Client(app.url).post('/api/login', { email: user.email, password: PASSWORD })
    expect(await statuses(12, right)).toEqual(Array(12).fill(200))
    expect(await statuses(10, () => wrong(user.email))).toEqual(Array(10).fill(401))
    expectTooMany(await wrong(user.email.toUpperCase()), 60)
    expectTooMany(await wrong(user.email.replace('iki', 'İkİ')), 60)
    expectTooMany(await right(), 60)
    const form = new URLSearchParams({ email: user.email, password: PASSWORD })
    const page = await new Client(app.url).send<string>('POST', '/api/login', form)
    expect([page.status, page.headers.has('retry-after')]).toEqual([429, true])
    expect((await wrong(`x${user.email}`)).status).toBe(401)
    later(61)
    expect((await right()).status).toBe(200)
  })

  test('of one address are limited to 50 a minute', async () => {
    later(61)
    expect(await tally(50, () => wrong(`nobody-${unique()}@example.test`))).toEqual({ 401: 50 })
    expectTooMany(await wrong(`nobody-${unique()}@example.test`), 60)
    later(61)
    expect((await wrong('nobody@example.test')).status).toBe(401)
  })

  test('that are simultaneous are limited to ten, and the correct password behind them is refused', async () => {
    later(61)
    const { user } = await signUp(app.url)
    const guess = (password: string) => new Client(app.url).post('/api/login', { email: user.email, password })
    const compared = vi.spyOn(app.services.passwords, 'verify')
    const guesses = Array.from({ length: 40 }, (_, n) => guess(n < 30 ? `guess number ${n}` : PASSWORD))
    expect((await Promise.all(guesses)).filter(({ status }) => status === 429)).toHaveLength(30)
    // They cost no more hashing than the limit allows.
    expect(compared).toHaveBeenCalledTimes(10)
    compared.mockRestore()
  })

  test('do not block many simultaneous successful sign-ins from one office', async () => {
    later(61)
    const people = await Promise.all(Array.from({ length: 12 }, () => signUp(app.url)))
    for (const _ of [1, 2]) {
      const answers = await Promise.all(
        people.map(({ user }) => new Client(app.url).post('/api/login', { email: user.email, password: PASSWORD })),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    }
  })
})

test('sign-ins are limited to 30 an hour for an account and an address, not counting failed ones', async () => {
  const signIn = (email: string, from: string, password = PASSWORD) =>
    new Client(app.url).send('POST', '/api/login', { email, password }, { 'x-forwarded-for': from })
  const { user } = await signUp(app.url)
  for (const password of ['not this one', 'nor this one']) await signIn(user.email, '198.51.100.1', password)
  expect(await statuses(30, () => signIn(user.email, '198.51.100.1'))).toEqual(Array(30).fill(200))
  expectTooMany(await signIn(user.email.toUpperCase(), '198.51.100.1'), 3600)
  expect((await signIn(user.email, '198.51.100.2')).status).toBe(200)
  expect((await signIn((await signUp(app.url)).user.email, '198.51.100.1')).status).toBe(200)
  later(3601)
  expect((await signIn(user.email, '198.51.100.1')).status).toBe(200)
})

const slow = testApp({}, { passwordCost: FULL_COST })
test('without limits, sign-ins that cannot be hashed in time are refused at once and can be repeated', async () => {
  const { user } = await signUp(slow.url)
  const form = new URLSearchParams({ email: user.email, password: 'not this one' })
  const send = () => new Client(slow.url).send<string>('POST', '/api/login', form)
  const answers = await Promise.all(Array.from({ length: HASHES_WAITING + 150 }, send))
  const refused = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 401).length + refused.length).toBe(answers.length)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.body).toContain('Too many people are signing in right now')
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  const right = { email: user.email, password: PASSWORD }
  expect((await new Client(slow.url).post('/api/login', right)).status).toBe(200)
})

const wrongFrom = (address: string) => {
  const fields = { email: `nobody-${unique()}@example.test`, password: 'not this one' }
  // The others are words of the caller, which the proxy leaves as they are.
  const claimed = { 'x-real-ip': `203.0.113.${unique() % 250}`, forwarded: `for=198.51.100.${unique() % 250}` }
  return new Client(app.url).send('POST', '/api/login', fields, { 'x-forwarded-for': address, ...claimed })
}

test('behind a proxy the addresses of an IPv6 /64 count as one subscriber, and each IPv4 address counts separately', async () => {
  expect(await tally(50, n => wrongFrom(`2001:db8:7:7:${n.toString(16)}::1`))).toEqual({ 401: 50 })
  expectTooMany(await wrongFrom('2001:db8:7:7:ffff:ffff:ffff:ffff'), 60)
  expect((await wrongFrom('2001:db8:7:8::1')).status).toBe(401)
  for (const from of ['192.0.2.1', '::ffff:192.0.2.1'])
    expect(await tally(25, () => wrongFrom(from))).toEqual({ 401: 25 })
  expectTooMany(await wrongFrom('192.0.2.1'), 60)
  // Nor do addresses count that a caller puts before the one that the proxy adds.
  for (const claimed of ['203.0.113.7, 192.0.2.1', '127.0.0.1, 203.0.113.8, 192.0.2.1, 127.0.0.1'])
    expectTooMany(await wrongFrom(claimed), 60)
  expect((await wrongFrom('192.0.2.2')).status).toBe(401)
})
