import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { bubbles, field, newPair, speak, stored } from './pair.ts'

const reconnecting = (page: Page) => page.getByText('Reconnecting…')
const send = (page: Page) => page.getByRole('button', { name: 'Send' })
const isMessage = (frame: string | Buffer) => JSON.parse(frame.toString()).type === 'message'

test('offline messages wait, and are sent in order once connected', async ({ person }) => {
  const { ana, ben, matchId } = await newPair(person)
  const page = await ana.open(`/bark-chat/${matchId}`)
  await expect(bubbles(page)).toHaveCount(1)
  await ana.context.setOffline(true)
  await expect(reconnecting(page)).toBeVisible()
  const said: string[] = []
  for (const text of ['are you there', 'hello', 'one two three four five']) {
    await field(page).fill(text)
    await field(page).press('Enter')
    await expect(field(page)).toHaveValue('')
    said.push((await bubbles(page).last().locator('bdi').textContent()) ?? '')
  }
  await expect(page.getByText('Waiting for a connection')).toHaveCount(3)
  // A read that was on its way may still bring one of these.
  await speak(ben, matchId, ['one', 'two'])
  await ana.context.setOffline(false)
  await expect(bubbles(page)).toHaveCount(6)
  await expect(page.getByText('Waiting for a connection')).toHaveCount(0)
  await expect(reconnecting(page)).toHaveCount(0)
  const own = async () => (await stored(ana, matchId)).slice(3).map(({ body }) => body)
  await expect.poll(own).toEqual(said)
})

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

test('a draft is kept by chat, on leaving and over a reload', async ({ person }) => {
  const { ana, rex, matchId } = await newPair(person)
  const friend = await person()
  await friend.dog({ name: 'Mochi' })
  const other = await friend.bark(rex)
  const page = await ana.open(`/bark-chat/${matchId}`)
  await field(page).fill('half a thought')
  await page.getByRole('link', { name: 'Back to Barks' }).click()
  await page.getByRole('main').getByRole('link', { name: /Mochi/ }).click()
  await expect(page).toHaveURL(`/bark-chat/${other}`)
  await expect(field(page)).toHaveValue('')
  await page.goto(`/bark-chat/${matchId}`)
  await expect(field(page)).toHaveValue('half a thought')
  const hears = page.getByText('Biscuit hears:')
  await expect(hears).toBeVisible()
  const noises = await hears.textContent()
  await page.reload()
  await expect(hears).toHaveText(noises ?? '')
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
  await page.reload()
  await expect(bubbles(page)).toHaveCount(2)
  await expect(field(page)).toHaveValue('')
})

test('the chat reconnects when the server comes back', async ({ person, server }) => {
  const { ana, matchId } = await newPair(person)
  const page = await ana.open(`/bark-chat/${matchId}`)
  await expect(bubbles(page)).toHaveCount(1)
  await server.stop()
  await expect(reconnecting(page)).toBeVisible()
  await server.start()
  await expect(reconnecting(page)).toHaveCount(0, { timeout: 120_000 })
  await field(page).fill('hello again')
  await field(page).press('Enter')
  await expect(bubbles(page)).toHaveCount(2)
  await expect(page.getByText('Sending…')).toHaveCount(0)
})

test('a message whose confirmation is lost is sent again and stored once', async ({ person }) => {
  const { ana, matchId } = await newPair(person)
  const page = await ana.context.newPage()
  let connections = 0
  await page.routeWebSocket(/\/ws$/, line => {
    const isFirst = ++connections === 1
    const far = line.connectToServer()
    far.onMessage(frame => {
      if (!isFirst) line.send(frame)
      else if (isMessage(frame)) void line.close({ code: 1012 })
    })
  })
  await page.goto(`/bark-chat/${matchId}`)
  await expect(bubbles(page)).toHaveCount(1)
  await field(page).fill('only once')
  await expect(send(page)).toBeEnabled()
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
  await expect.poll(() => connections).toBeGreaterThan(1)
  await expect(page.getByText('Sending…')).toHaveCount(0)
  await expect(bubbles(page)).toHaveCount(2)
  expect(await stored(ana, matchId)).toHaveLength(2)
})

test('a message that is being sent says so, and survives a reload', async ({ person }) => {
  const { ana, matchId } = await newPair(person)
  const page = await ana.context.newPage()
  let isDeaf = true
  await page.routeWebSocket(/\/ws$/, line => {
    const far = line.connectToServer()
    line.onMessage(frame => {
      if (!isDeaf || !isMessage(frame)) far.send(frame)
    })
  })
  await page.goto(`/bark-chat/${matchId}`)
  await field(page).fill('slow')
  await expect(send(page)).toBeEnabled()
  await field(page).press('Enter')
  await expect(page.getByText('Sending…')).toBeVisible()
  expect(await stored(ana, matchId)).toHaveLength(1)
  isDeaf = false
  await page.reload()
  await expect(bubbles(page)).toHaveCount(2)
  await expect(page.getByText('Sending…')).toHaveCount(0)
  expect(await stored(ana, matchId)).toHaveLength(2)
})

test('when the session ends the landing page replaces the chat', async ({ person }) => {
  const { ana, matchId } = await newPair(person)
  const page = await ana.open(`/bark-chat/${matchId}`)
  await expect(bubbles(page)).toHaveCount(1)
  await ana.context.request.get('/api/logout')
  await expect(page.getByText('Find the Perfect Playmate for Your Pup')).toBeVisible()
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

test('leaving the chat closes its socket', async ({ person }) => {
  const { ana, matchId } = await newPair(person)
  const page = await ana.context.newPage()
  let open = 0
  page.on('websocket', socket => {
    if (!socket.url().endsWith('/ws')) return
    open += 1
    socket.on('close', () => {
      open -= 1
    })
  })
  await page.goto(`/bark-chat/${matchId}`)
  await expect.poll(() => open).toBe(1)
  await page.getByRole('link', { name: 'Back to Barks' }).click()
  await expect.poll(() => open).toBe(0)
})
