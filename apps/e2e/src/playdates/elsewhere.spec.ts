import { openDatabase } from '@barkyard/db/open'
import { addPark } from '@barkyard/db/testing/parks'
import { localInstant } from '@barkyard/domain/local-time'
import { expect, test } from '../fixtures.ts'
import { dayAhead, openDialog, pickDay, playdatesOf } from './playdates-people.ts'

const OMAHA = { lat: 41.2565, lng: -95.9345 }
const BERLIN = { lat: 52.473, lng: 13.403 }

test('owners in Omaha and Berlin meet in parks of their own, each at the park’s time', async ({ person, server }) => {
  const db = openDatabase(server.databaseUrl, { max: 1 })
  await addPark(db, { name: 'Hefflinger Park', address: '112th St, Omaha', ...OMAHA })
  await addPark(db, { name: 'Tempelhofer Feld', address: 'Tempelhofer Damm, Berlin', ...BERLIN })
  await db.destroy()
  const [omaha, berlin] = await Promise.all([
    person({}, { timezoneId: 'America/Chicago' }),
    person({}, { timezoneId: 'Europe/Berlin' }),
  ])
  await Promise.all([omaha.livesAt(OMAHA), berlin.livesAt(BERLIN)])
  const [biscuit, mochi] = [await omaha.dog({ name: 'Biscuit' }), await berlin.dog({ name: 'Mochi' })]
  const matchId = await omaha.bark(mochi)
  const day = dayAhead(5)

  // The form offers one's own park first, at its time, then the other's.
  const page = await omaha.open('/playdates')
  const dialog = await openDialog(page)
  await expect(dialog.getByText('Chicago time')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Location' }).click()
  await expect(page.getByRole('option')).toHaveText([/^Hefflinger Park/, /^Tempelhofer Feld/])
  await page.getByRole('option', { name: 'Hefflinger Park' }).click()
  await dialog.getByLabel('Title').fill('Prairie run')
  await pickDay(page, day)
  await dialog.getByRole('combobox', { name: /Time/ }).click()
  await page.getByRole('option', { name: '9:00 AM' }).click()
  // The first answer is lost after the server has stored it. Sent again, it is one playdate.
  const CREATE = '**/api/trpc/playdates.create*'
  await page.route(CREATE, async route => {
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Create Playdate' }).click()
  await expect(page.getByText('Failed to create playdate. Please try again.')).toBeVisible()
  await page.unroute(CREATE)
  await dialog.getByRole('button', { name: 'Create Playdate' }).click()
  const own = page.getByRole('article', { name: 'Prairie run' })
  await expect(own.getByText('9:00 AM')).toBeVisible()
  await expect(own.getByText('Chicago time')).toHaveCount(0)
  expect(await playdatesOf(omaha)).toMatchObject([
    {
      matchId,
      parkName: 'Hefflinger Park',
      timeZone: 'America/Chicago',
      whenTs: localInstant('America/Chicago', day, '09:00:00').toISOString(),
      proposerDogId: biscuit.id,
    },
  ])

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
