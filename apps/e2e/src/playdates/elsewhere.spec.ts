import { openDatabase } from '@barkyard/db/open'
import { addPark } from '@barkyard/db/testing/parks'
import { localInstant } from '@barkyard/domain/local-time'
import { expect, test } from '../fixtures.ts'
import { dayAhead, playdatesOf, propose } from './playdates-people.ts'

const OMAHA = { lat: 41.2565, lng: -95.9345 }
const BERLIN = { lat: 52.473, lng: 13.403 }

test('owners in Omaha and Berlin meet in parks of their own, each at the park’s time', async ({ person, server }) => {
  const db = openDatabase(server.databaseUrl, { max: 1 })
  const parkId = await addPark(db, { name: 'Hefflinger Park', address: '112th St, Omaha', ...OMAHA })
  await addPark(db, { name: 'Tempelhofer Feld', address: 'Tempelhofer Damm, Berlin', ...BERLIN })
  await db.destroy()
  const [omaha, berlin] = await Promise.all([
    person({}, { timezoneId: 'America/Chicago' }),
    person({}, { timezoneId: 'Europe/Berlin' }),
  ])
  await Promise.all([omaha.livesAt(OMAHA), berlin.livesAt(BERLIN)])
  await omaha.dog({ name: 'Biscuit' })
  const matchId = await omaha.bark(await berlin.dog({ name: 'Mochi' }))
  const day = dayAhead(5)
  const whenTs = localInstant('America/Chicago', day, '09:00:00').toISOString()
  await propose(omaha, { matchId, parkId, whenTs, notes: 'Prairie run' })
  const own = (await omaha.open('/playdates')).getByRole('article', { name: 'Prairie run' })
  await expect(own.getByText('9:00 AM')).toBeVisible()
  await expect(own.getByText('Chicago time')).toHaveCount(0)

  // Whoever reads it elsewhere is told whose time it is, and suggests the evening in a park at home.
  const theirs = await berlin.open('/playdates')
  const card = theirs.getByRole('article', { name: 'Prairie run' })
  await expect(card.locator('time')).toContainText('9:00 AM')
  await expect(card.getByText('Chicago time')).toBeVisible()
  await card.getByRole('button', { name: /^More about/ }).click()
  await card.getByRole('menuitem', { name: 'Suggest another time' }).click()
  const counter = theirs.getByRole('dialog', { name: 'Suggest another time' })
  await counter.getByRole('combobox', { name: 'Location' }).click()
  await expect(theirs.getByRole('option')).toHaveText([/^Tempelhofer Feld/, /^Hefflinger Park/])
  await theirs.getByRole('option', { name: 'Tempelhofer Feld' }).click()
  await counter.getByRole('combobox', { name: /Time/ }).click()
  await theirs.getByRole('option', { name: '6:00 PM' }).click()
  await expect(counter.getByText(/^Berlin time/)).toBeVisible()
  await counter.getByRole('button', { name: 'Send suggestion' }).click()

  await expect(own.getByText(/^Mochi suggests/)).toBeVisible()
  await own.getByRole('button', { name: 'Accept' }).click()
  await expect(own.getByText('Accepted', { exact: true })).toBeVisible()
  await expect(own.getByText('Berlin time')).toBeVisible()
  await expect(own.locator('time')).toContainText('6:00 PM')
  await expect(card.getByText('Accepted', { exact: true })).toBeVisible()
  await expect(card.getByText(/^(Chicago|Berlin) time$/)).toHaveCount(0)
  expect(await playdatesOf(berlin)).toMatchObject([
    {
      parkName: 'Tempelhofer Feld',
      timeZone: 'Europe/Berlin',
      whenTs: localInstant('Europe/Berlin', day, '18:00:00').toISOString(),
    },
  ])
})
