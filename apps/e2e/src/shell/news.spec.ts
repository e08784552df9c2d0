import { newPair, speak } from '../chat/pair.ts'
import { expect, test } from '../fixtures.ts'
import { propose } from '../playdates/playdates-people.ts'

/** How many queries the three pages have: one for each of eight playdates, and those that a page has in any case. */
const QUERIES = 33

test('pages make few calls, however many messages a stranger sends', async ({ person }) => {
  const { ana, ben, matchId } = await newPair(person)
  const others = await Promise.all(Array.from({ length: 4 }, () => ana.dog({}, { isActive: false })))
  const matchIds = [matchId]
  for (const dog of others) matchIds.push(await ben.bark(dog))

  const [barks, chat, playdates] = [
    await ana.open('/barks'),
    await ana.open(`/bark-chat/${matchId}`),
    await ana.open('/playdates'),
  ]
  const pages = [barks, chat, playdates]
  for (const page of pages) await page.waitForLoadState('networkidle')
  let calls = 0
  for (const page of pages)
    page.on('request', request => {
      const path = new URL(request.url()).pathname
      if (path.startsWith('/api/trpc/')) calls += path.split(',').length
    })

  const words = Array.from({ length: 60 }, (_, n) => `woof ${n}`)
  const began = performance.now()
  // The page shows those of the acting dog.
  const proposeTo = async (id: string) => {
    for (let n = 0; n < (id === matchId ? 8 : 4); n++) await propose(ben, { matchId: id })
  }
  await Promise.all([speak(ben, matchId, words), ...matchIds.map(proposeTo)])

  // Everything is shown in the end, without a call for each message.
  await expect(barks.getByText('woof 59')).toBeVisible()
  await expect(chat.getByText('woof 59')).toBeVisible()
  // Below them the page lists open walks.
  const cards = playdates.locator('article', { has: playdates.locator('[id^="playdate-"]') })
  await expect(cards).toHaveCount(8)
  await expect.poll(async () => (await ana.matches()).find(({ id }) => id === matchId)?.unreadCount).toBe(0)
  // A call for each event and query would be thousands. A page reads a query ten times in a row, then every three seconds.
  const seconds = (performance.now() - began) / 1000
  expect(calls).toBeLessThan(QUERIES * (10 + seconds / 3))
})
