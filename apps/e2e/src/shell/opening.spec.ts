import type { Page } from '@playwright/test'
import { newPair } from '../chat/pair.ts'
import { expect, test } from '../fixtures.ts'
import { appRuns, type Person } from '../people.ts'
import { propose } from '../playdates/playdates-people.ts'

/** A page whose subscription starts only when told. */
async function slowlySubscribed(owner: Person, path: string): Promise<{ page: Page; subscribe: () => void }> {
  const page = await owner.context.newPage()
  let subscribe = () => {}
  const mayStart = new Promise<void>(resolve => {
    subscribe = resolve
  })
  await page.routeWebSocket(/\/api\/trpc/, line => {
    const far = line.connectToServer()
    line.onMessage(frame => {
      // Unanswered, the page would close the connection and open another.
      if (frame === 'PING') line.send('PONG')
      else void mayStart.then(() => far.send(frame))
    })
  })
  await page.goto(path)
  await appRuns(page)
  await page.waitForLoadState('networkidle')
  return { page, subscribe }
}

/** The page sets the time zone, asks for what else is at a plan's time, and for walks when there is time. */
const ASIDE = /^(preferences\.|playdates\.overlapping$|walks\.list$)/

test('what happens while a page opens is shown, and read with one call', async ({ person }) => {
  const { ana: owner, rex, ben: friend, matchId } = await newPair(person)
  const { page, subscribe } = await slowlySubscribed(owner, '/doghouse')
  const playdates = page.getByRole('link', { name: /Schedule meetups/ }).getByRole('heading')
  const barks = page.getByRole('link', { name: /View your messages/ }).getByRole('heading')
  await expect(barks).toContainText('1')
  await expect(playdates).toHaveText('Playdates')

  await propose(friend, { matchId })
  await friend.dog({ name: 'Pup' })
  await friend.bark(rex)
  const asked: string[] = []
  page.on('request', request => {
    const procedures = /\/api\/trpc\/([\w.,]+)\?/.exec(request.url())?.[1]
    if (procedures?.split(',').some(one => !ASIDE.test(one))) asked.push(procedures)
  })
  subscribe()
  await expect(playdates).toContainText('1')
  await expect(barks).toContainText('2')
  await page.waitForLoadState('networkidle')
  expect(asked).toHaveLength(1)

  // The owner changes the dog in another window.
  const { page: later, subscribe: subscribeLater } = await slowlySubscribed(owner, '/doghouse')
  const photos = later.getByRole('link', { name: /^My Profile/ }).locator('img[src^="/photos/"]')
  await expect(later.getByRole('heading', { name: 'Welcome back, Rex!' })).toBeVisible()
  await expect(photos).toHaveCount(0)
  await owner.photo(rex)
  subscribeLater()
  await expect(photos.first()).toBeVisible()
})
