import { expect, test } from 'vitest'
import { isolate } from './isolate.ts'
import { notificationText } from './notification-text.ts'
import { newDogSchema } from './schemas/dog.ts'

test('a name that is written from right to left is isolated, others stay as they are', () => {
  for (const name of ['רקס', '\u202eרקס', 'بوبي', 'רקס 2', '2 רקס', 'Rex (רקס)', 'ܪܟܣ', '𞤀𞤣'])
    expect(isolate(name)).toBe(`\u2068${name.replace('\u202e', '')}\u2069`)
  for (const name of ['Rex', 'Ångström', '小白', 'Рекс', 'Rex 2', '🐕', '']) expect(isolate(name)).toBe(name)
})

test.each([
  ...['Rex\u202e', '\u2067Rex', 'R\u202aex', 'Rex\u2069'],
  ...['\u200eRex', 'Re\u200fx', '\u061cRex', '\u2066\u2067\u2068Rex'],
])('what changes the direction in %j is not kept in a name, and leaves no trace in a sentence where it is', name => {
  expect(newDogSchema.shape.name.parse(name)).toBe('Rex')
  expect(isolate(name)).toBe('Rex')
})

const facts = {
  ...{ dogId: 'd', dogName: 'Bella', otherName: 'Rex', matchId: 'm', walkId: null, otherDogId: null },
  ...{ unread: 0, lastMessage: null, isFirstAnswer: false, units: null, readerZone: null },
}
const now = new Date('2026-11-25T12:00:00Z')

test('notifications isolate the names in their titles', () => {
  const rtl = { ...facts, otherName: 'רקס' }
  expect(notificationText('bark', {}, rtl, now).title).toBe('\u2068רקס\u2069 barked at Bella')
  const plan = { whenTs: '2026-11-26T12:30:00Z', parkName: 'Dolores Park', minutes: 10 }
  expect(notificationText('late', plan, rtl, now).title).toBe('\u2068רקס\u2069 is 10 minutes late')
  expect(notificationText('late', plan, { ...facts, otherName: 'Rex\u202e' }, now).title).toBe('Rex is 10 minutes late')
})

test('mails and pushes name the zone of a plan where the reader’s clock shows another time', () => {
  const titleFor = (zone: string | null, whenTs = '2026-11-27T01:00:00Z') =>
    notificationText('reminder-day', { whenTs, parkName: 'Dolores Park' }, facts, now, zone).title
  expect(titleFor('Europe/Berlin')).toBe('Bella meets Rex on Thu, Nov 26 at 5:00 PM Los Angeles time')
  expect(titleFor('America/New_York', '2026-07-02T00:00:00Z')).toBe(
    'Bella meets Rex on Wed, Jul 1 at 5:00 PM Los Angeles time',
  )
  for (const zone of ['America/Los_Angeles', 'America/Vancouver', null])
    expect(titleFor(zone)).toBe('Bella meets Rex on Thu, Nov 26 at 5:00 PM')
  const plan = { whenTs: '2026-11-27T01:00:00Z', parkName: 'Zilker Park', timeZone: 'America/Chicago' }
  expect(notificationText('late', { ...plan, minutes: 5 }, facts, now, 'America/Los_Angeles').body).toBe(
    'Thu, Nov 26 at 7:00 PM Chicago time, Zilker Park',
  )
  const earlier = [{ event: 'late', details: { ...plan, minutes: 5 } }]
  expect(notificationText('again', { ...plan, playdateId: 'p', earlier }, facts, now).body).toBe(
    'Propose the next playdate at Zilker Park. Before that: Rex is 5 minutes late.',
  )
  // In summer Phoenix has the same time.
  expect(titleFor('America/Phoenix', '2026-07-02T00:00:00Z')).toBe('Bella meets Rex on Wed, Jul 1 at 5:00 PM')
})
