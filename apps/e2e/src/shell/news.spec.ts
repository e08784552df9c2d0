import { newPair, speak } from '../chat/pair.ts'
import { expect, test } from '../fixtures.ts'
import { propose } from '../playdates/playdates-people.ts'

test('pages make few calls, however many messages a stranger sends', async ({ person }) => {
  const { ana, ben, biscuit, matchId } = await newPair(person)
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

  const bens = await ben.open('/doghouse')
  const words = Array.from({ length: 144 }, (_, n) => `woof ${n}`)
  await Promise.all([
    speak(bens, { userId: ben.user.id, dogId: biscuit.id, matchId }, words),
    ...matchIds.flatMap(id => Array.from({ length: 20 }, () => propose(ben, { matchId: id }))),
  ])

  // Everything is shown in the end, without a call for each message.
  await expect(barks.getByText('woof 143')).toBeVisible()
  await expect(chat.getByText('woof 143')).toBeVisible()
  await expect(playdates.getByRole('article')).toHaveCount(20)
  await expect.poll(async () => (await ana.matches()).find(({ id }) => id === matchId)?.unreadCount).toBe(0)
  // A call for each event would be a thousand. Pages read about once a second, and a busy machine takes a while.
  expect(calls).toBeLessThan(350)
})
