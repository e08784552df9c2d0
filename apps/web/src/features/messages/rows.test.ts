import type { Message } from '@barkyard/domain/schemas/message'
import { expect, it, onTestFinished, vi } from 'vitest'
import { dayLabel, type Row, toRows as toStream } from './rows.ts'

const at = (iso: string, seq: number, senderDogId = 'bella'): Message => ({
  id: `m${seq}`,
  matchId: 'match',
  senderDogId,
  body: 'woof!',
  createdAt: new Date(iso).toISOString(),
  seq,
})
const none = { outgoing: [], sentAs: new Map<string, string>(), dogId: 'rex', inserts: [], fromStart: true }

const toRows = (input: Parameters<typeof toStream>[0]) => toStream(input) as Row[]

it('shows each day once, and groups consecutive messages of one dog', () => {
  const rows = toRows({
    ...none,
    messages: [
      at('2026-03-01T12:00:00', 1),
      at('2026-03-01T12:01:00', 2),
      at('2026-03-01T12:02:00', 3, 'rex'),
      at('2026-03-01T18:00:00', 4, 'rex'),
      at('2026-03-02T09:00:00', 5, 'rex'),
    ],
  })
  expect(rows.map(row => row.day !== null)).toEqual([true, false, false, false, true])
  expect(rows.map(row => row.joined)).toEqual([false, true, false, false, false])
  expect(rows.map(row => row.own)).toEqual([false, false, true, true, true])
})

it('does not show the day of the first message while older ones may be of the same day', () => {
  const [row] = toRows({ ...none, fromStart: false, messages: [at('2026-03-01T12:00:00', 7)] })
  expect(row?.day).toBeNull()
})

it('keeps the key of a message when it is confirmed', () => {
  const createdAt = new Date('2026-03-01T12:00:00').toISOString()
  const outgoing = [{ clientId: 'c1', body: 'woof!', state: 'sending' as const, createdAt }]
  const [before] = toRows({ ...none, messages: [], outgoing })
  const [after] = toRows({ ...none, messages: [at('2026-03-01T12:00:00', 1, 'rex')], sentAs: new Map([['m1', 'c1']]) })
  expect(before).toMatchObject({ key: 'c1', own: true, outgoing: { state: 'sending' } })
  expect(after).toMatchObject({ key: 'c1', own: true, outgoing: null })
})

it('shows Today, Yesterday or the date', () => {
  const now = new Date('2026-03-02T00:30:00')
  const label = (iso: string) => dayLabel(new Date(iso).toISOString(), now)
  expect(label('2026-03-02T00:01:00')).toBe('Today')
  expect(label('2026-03-01T00:05:00')).toBe('Yesterday')
  expect(label('2026-02-10T12:00:00')).toContain('10')
  expect(label('2026-02-10T12:00:00')).not.toContain('2026')
  expect(label('2025-02-10T12:00:00')).toContain('2025')
})

it('calls the day before Yesterday, also where a day has 23 hours', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  onTestFinished(() => void vi.unstubAllEnvs())
  const now = new Date('2027-03-15T00:30:00-07:00')
  expect(dayLabel('2027-03-14T12:00:00-07:00', now)).toBe('Yesterday')
  expect(dayLabel('2027-03-13T23:45:00-08:00', now)).not.toBe('Yesterday')
})
