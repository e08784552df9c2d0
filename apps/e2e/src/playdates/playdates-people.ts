import { localClock, localInstant } from '@barkyard/domain/local-time'
import { BUILT_IN_ZONE } from '@barkyard/domain/parks'
import type { NewPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import type { Finder } from '../browsers/tab.ts'
import type { Person } from '../people.ts'
import { newPlace, type SignUp } from '../sniff/sniff-people.ts'

const DAY = 86_400_000

/** The date in San Francisco a number of days from now, YYYY-MM-DD. */
export const dayAhead = (days: number) =>
  new Date(Date.parse(localClock(BUILT_IN_ZONE, new Date()).date) + days * DAY).toISOString().slice(0, 10)

/** 9:00 AM (or another hour) in San Francisco a number of days ahead, as the API expects it. */
export const whenAhead = (days: number, time = '09:00:00') =>
  localInstant(BUILT_IN_ZONE, dayAhead(days), time).toISOString()

/** Two owners at a place of their own, the first with these options of the browser, whose dogs have matched. */
export async function pair(person: SignUp, options: object = {}, name = 'Mochi') {
  const [me, friend] = await Promise.all([person({}, options), person()])
  const place = newPlace()
  for (const owner of [me, friend]) await owner.livesAt(place)
  const myDog = await me.dog({ name: 'Biscuit', breed: 'Corgi' })
  const friendsDog = await friend.dog({ name, breed: 'Shiba Inu' })
  return { me, myDog, friend, friendsDog, matchId: await me.bark(friendsDog) }
}

export const propose = (person: Person, playdate: Partial<NewPlaydate> & { matchId: string }) =>
  person.call<Playdate>('POST', '/playdates', { whenTs: whenAhead(3), parkName: 'Dolores Park', ...playdate })

export const playdatesOf = (person: Person) => person.call<Playdate[]>('GET', '/playdates')

/** Picks a day of San Francisco's (YYYY-MM-DD) in the dialog's calendar. */
export async function pickDay(page: Finder, day: string) {
  await page.getByRole('button', { name: /^Date/ }).click()
  const [year, month, date] = day.split('-').map(Number)
  const label = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, date)).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  await page.getByRole('table').waitFor()
  const cell = page.getByRole('button', { name: new RegExp(`^${label}$`) })
  if (!(await cell.isVisible())) await page.getByRole('button', { name: 'Next month' }).click()
  await cell.click()
}
