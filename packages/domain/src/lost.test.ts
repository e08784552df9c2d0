import { describe, expect, test } from 'vitest'
import { contactIn, isRecent, lostPoint } from './lost.ts'

describe('texts that everybody reads', () => {
  test.each([
    ['call 415 555 0134', 'a phone number'],
    ['+49 (30) 123-45-67', 'a phone number'],
    ['４１５５５５０１３４', 'a phone number'],
    ['٤١٥٥٥٥٠١٣٤', 'a phone number'],
    ['call 415–555—0134', 'a phone number'],
    ['chip 276098106543210', 'a phone number'],
    ['4 1 5 . 5 5 5 . 0 1 3', 'a phone number'],
    ['mail me@example.org now', 'an e-mail address'],
    ['see example.com', 'the address of a page'],
    ['see HTTP://x', 'the address of a page'],
    ['see EXAMPLE.COM', 'the address of a page'],
    ['ask at my.family/lost', 'the address of a page'],
    ['Foo.Com', 'the address of a page'],
    ['see foo.berlin or LOST.NYC.', 'the address of a page'],
    ['ftp://x', 'the address of a page'],
    ['t.me or T.ME', 'the address of a page'],
    ['amzn.to, mops.de', 'the address of a page'],
  ])('%s: %s', (text, what) => {
    expect(contactIn(text)).toBe(what)
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
  ])('%s', text => {
    expect(contactIn(text)).toBeNull()
  })
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
