import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { appRuns, type Person } from '../people.ts'
import { whenAhead } from '../playdates/playdates-people.ts'

/** A page whose subscription starts only when told. */
async function slowlySubscribed(owner: Person, path: string): Promise<{ page: Page; subscribe: () => void }> {
  const page = await owner.context.newPage()
  let subscribe = () => {}
  const mayStart = new Promise<void>(resolve => {
    subscribe = resolve
  })
  await page.routeWebSocket(/\/api\/trpc/, line => {
    const far = line.connectToServer()
    line.onMessage(frame => void mayStart.then(() => far.send(frame)))
  })
  await page.goto(path)
  await appRuns(page)
  await page.waitForLoadState('networkidle')
  return { page, subscribe }
}

test('events during the opening of a page are shown, and read with one call', async ({ person }) => {
  const owner = await person()
  const rex = await owner.dog({ name: 'Rex' })
  const friend = await person()
  await friend.dog({ name: 'Mochi' })
  const matchId = await friend.bark(rex)
  const { page, subscribe } = await slowlySubscribed(owner, '/doghouse')
  const playdates = page.getByRole('link', { name: /Schedule meetups/ }).getByRole('heading')
  const barks = page.getByRole('link', { name: /View your messages/ }).getByRole('heading')
  await expect(barks).toContainText('1')
  await expect(playdates).toHaveText('Playdates')

  await friend.call('POST', '/playdates', { matchId, whenTs: whenAhead(2), parkName: 'Dolores Park' })
  await friend.dog({ name: 'Pup' })
  await friend.bark(rex)
  const asked: string[] = []
  page.on('request', request => {
    const procedures = /\/api\/trpc\/([\w.,]+)\?/.exec(request.url())?.[1]
    // Setting the time zone does not count as a read.
    if (procedures?.split(',').some(one => !one.startsWith('preferences.'))) asked.push(procedures)
  })
  subscribe()
  await expect(playdates).toContainText('1')
  await expect(barks).toContainText('2')
  await page.waitForLoadState('networkidle')
  // The plan that comes with it asks once more, for what else is at its time.
  expect(asked.filter(procedures => procedures !== 'playdates.overlapping')).toHaveLength(1)
})

test('a dog that changes during the opening of a page is shown up to date', async ({ person }) => {
  const owner = await person()
  const rex = await owner.dog({ name: 'Rex' })
  const { page, subscribe } = await slowlySubscribed(owner, '/doghouse')
  const photos = page.getByRole('link', { name: /^My Profile/ }).locator('img[src^="/photos/"]')
  await expect(page.getByRole('heading', { name: 'Welcome back, Rex!' })).toBeVisible()
  await expect(photos).toHaveCount(0)
  // The owner changes it in another window.
  await owner.photo(rex)
  subscribe()
  await expect(photos.first()).toBeVisible()
})
