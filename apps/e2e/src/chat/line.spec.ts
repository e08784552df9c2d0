import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { bubbles, field, newPair } from './pair.ts'

const reconnecting = (page: Page) => page.getByText('Reconnecting…')
const send = (page: Page) => page.getByRole('button', { name: 'Send' })

test('what waits is sent from any page once connected, also after the window was closed', async ({ person }) => {
  const { ana, matchId } = await newPair(person)
  const page = await ana.open(`/bark-chat/${matchId}`)
  await expect(bubbles(page)).toHaveCount(1)
  await ana.context.setOffline(true)
  await expect(reconnecting(page)).toBeVisible()
  const said: string[] = []
  for (const text of ['first', 'then second', 'then a third']) {
    await field(page).fill(text)
    await field(page).press('Enter')
    await expect(field(page)).toHaveValue('')
    said.push((await bubbles(page).last().locator('bdi').textContent()) ?? '')
  }
  await page.close()
  await ana.context.setOffline(false)
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

test('two windows of one user show each message once', async ({ person }) => {
  const { ana, matchId } = await newPair(person)
  const [one, other] = [await ana.open(`/bark-chat/${matchId}`), await ana.open(`/bark-chat/${matchId}`)]
  await expect(bubbles(one)).toHaveCount(1)
  await expect(bubbles(other)).toHaveCount(1)
  for (const page of [one, other, one]) {
    await field(page).fill('hi')
    await expect(send(page)).toBeEnabled()
    await field(page).press('Enter')
  }
  for (const page of [one, other]) {
    await expect(bubbles(page)).toHaveCount(4)
    await expect(page.getByText('Sending…')).toHaveCount(0)
  }
})
