import { describe, expect, test } from 'vitest'
import { contactIn, isRecent, lostPoint } from './lost.ts'

describe('texts that everybody reads', () => {
  test.each([
    ...['call 415 555 0134', '+49 (30) 123-45-67', '４１５５５５０１３４', '٤١٥٥٥٥٠١٣٤', 'call 415–555—0134'],
    ...['chip 276098106543210', '4 1 5 . 5 5 5 . 0 1 3'],
  ])('%s: a phone number', text => expect(contactIn(text)).toBe('a phone number'))
  test.each([
    ...['see example.com', 'see HTTP://x', 'see EXAMPLE.COM', 'ask at my.family/lost', 'Foo.Com', 'ftp://x'],
    ...['see foo.berlin or LOST.NYC.', 't.me or T.ME', 'amzn.to, mops.de'],
  ])('%s: a page', text => expect(contactIn(text)).toBe('the address of a page'))
  test('mail me@example.org now: an address', () => {
    expect(contactIn('mail me@example.org now')).toBe('an e-mail address')
  })
  test.each([
    'Ran off at 10:30, near gate 12. Red collar.',
    'Last seen on 24.11.2026 and 2026-11-25.',
    'Weighs 12.5 kg, 3 years.It limps',
    'Hij is weg.De hond is bruin',
    'Near the station.London Road.Berlin police know.Co-op',
    'She likes it.Come quickly.At night she hides.Dog is shy.Me too.',
    'Since 3.Nov at 4 p.m. e.g. near St.James.No collar',
    'Bus 14, house 1200, 94110 San Francisco',
    'Tag no. 123456',
  ])('%s', text => expect(contactIn(text)).toBeNull())
})

test('a point is rounded, and moved away from home to a corner of the grid', () => {
  const set = { lat: 37.759_64, lng: -122.426_91 }
  expect(lostPoint(set, null)).toEqual({ lat: 37.76, lng: -122.427, isMoved: false })
  expect(lostPoint(set, { lat: 37.765, lng: -122.427 })).toEqual({ lat: 37.76, lng: -122.427, isMoved: false })
  expect(lostPoint(set, { lat: 37.7598, lng: -122.427 })).toEqual({ lat: 37.76, lng: -122.43, isMoved: true })
  // Rounding must not bring it back to the door.
  expect(lostPoint({ lat: 37.761_49, lng: -122.427 }, { lat: 37.76, lng: -122.427 }).isMoved).toBe(true)
})

test('the last look was within 14 days, and not in the future', () => {
  const now = new Date('2026-03-15T12:00:00Z')
  expect(isRecent(new Date('2026-03-01T12:00:00Z'), now)).toBe(true)
  expect(isRecent(new Date('2026-03-01T11:59:59Z'), now)).toBe(false)
  expect(isRecent(new Date('2026-03-15T12:06:00Z'), now)).toBe(false)
})
