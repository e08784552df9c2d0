import { expect, test } from '../fixtures.ts'
import { bubbles, newPair, say } from './pair.ts'

test('what is not confirmed is sent from any page, also after the window was closed', async ({ person }) => {
  const { ana, matchId } = await newPair(person)
  const page = await ana.context.newPage()
  // A line that takes messages and carries none.
  await page.routeWebSocket(/\/ws$/, line => {
    const far = line.connectToServer()
    line.onMessage(frame => {
      if (JSON.parse(frame.toString()).type !== 'message') far.send(frame)
    })
  })
  await page.goto(`/bark-chat/${matchId}`)
  await expect(bubbles(page)).toHaveCount(1)
  const said: string[] = []
  for (const text of ['first', 'then second', 'then a third']) {
    await say(page, text)
    said.push((await bubbles(page).last().locator('bdi').textContent()) ?? '')
  }
  await page.close()
  // Another dog of the owner acts meanwhile.
  await ana.dog({ name: 'Fido' })
  const other = await ana.open('/doghouse')
  const own = async () => {
    const [rex] = await ana.call<{ id: string }[]>('GET', '/my-dogs')
    const answer = await ana.context.request.get(`/api/messages/${matchId}`, { headers: { 'x-dog': rex?.id ?? '' } })
    return ((await answer.json()) as { body: string }[]).slice(1).map(({ body }) => body)
  }
  await expect.poll(own).toEqual(said)
  await expect(other.getByText('Welcome back, Fido!')).toBeVisible()
  // The page hears of it after the server has stored it.
  const unsent = () => other.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('unsent')))
  await expect.poll(unsent).toEqual([])
})
