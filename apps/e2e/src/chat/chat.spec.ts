import { expect, test } from '../fixtures.ts'
import { bubbles, field, newPair, speak, stored } from './pair.ts'

const NOISES = /^(woof!|sniff sniff|scratch scratch|grrr)( (woof!|sniff sniff|scratch scratch|grrr))*$/

test('typed text arrives at once as dog noises, on the correct side of both pages', async ({ person }) => {
  const { ana, rex, ben, biscuit, matchId } = await newPair(person)
  const page = await ana.open(`/bark-chat/${matchId}`)
  const theirs = await ben.open(`/bark-chat/${matchId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Biscuit' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /Biscuit/ })).toHaveAttribute(
    'href',
    `/dog/${biscuit.id}`,
  )
  await expect(theirs.getByRole('heading', { level: 1, name: 'Rex' })).toBeVisible()

  await field(page).fill('see you on Saturday')
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
  await expect(bubbles(theirs)).toHaveCount(2)
  const [, sent] = await stored(ana, matchId)
  expect(sent?.body).toMatch(NOISES)
  expect(sent?.senderDogId).toBe(rex.id)
  await expect(bubbles(page).last()).toContainText(sent?.body ?? '')
  await expect(bubbles(page).last()).toContainText(/\d{1,2}:\d{2}/)
  await expect(bubbles(theirs).last()).toContainText(sent?.body ?? '')

  const side = async (bubble: ReturnType<typeof bubbles>) => {
    const box = await bubble.locator('time').last().boundingBox()
    return (box?.x ?? 0) > 640 ? 'right' : 'left'
  }
  expect(await side(bubbles(page).last())).toBe('right')
  expect(await side(bubbles(page).first())).toBe('left')
  expect(await side(bubbles(theirs).last())).toBe('left')

  await field(theirs).fill('yes')
  await theirs.getByRole('button', { name: 'Send' }).click()
  await expect(bubbles(page)).toHaveCount(3)
  await expect(page.getByText('Today')).toBeVisible()
})

test('a bubble is at most three quarters of the list wide', async ({ person }) => {
  const { ana, ben, biscuit, matchId } = await newPair(person)
  const theirs = await ben.open('/doghouse')
  await speak(theirs, { userId: ben.user.id, dogId: biscuit.id, matchId }, ['woof! '.repeat(120), 'w'.repeat(400)])
  const page = await ana.open(`/bark-chat/${matchId}`)
  await page.setViewportSize({ width: 375, height: 740 })
  await expect(bubbles(page)).toHaveCount(3)
  const shares = await bubbles(page).evaluateAll(items =>
    items.flatMap(item =>
      [...item.querySelectorAll('[class*="bubble"]')].map(
        bubble => bubble.getBoundingClientRect().width / item.getBoundingClientRect().width,
      ),
    ),
  )
  expect(shares).toHaveLength(3)
  for (const share of shares) expect(share).toBeLessThanOrEqual(0.751)
})

test('empty messages are not sent, and 200 words are the maximum', async ({ person }) => {
  const { ana, matchId } = await newPair(person)
  const page = await ana.open(`/bark-chat/${matchId}`)
  const send = page.getByRole('button', { name: 'Send' })
  await expect(bubbles(page)).toHaveCount(1)
  await field(page).fill('   ')
  await field(page).press('Enter')
  await expect(send).toBeDisabled()
  await field(page).fill('hi '.repeat(195))
  await expect(page.getByText('5 words left')).toBeVisible()
  await field(page).fill('hi '.repeat(203))
  await expect(page.getByText('3 words too many: at most 200')).toBeVisible()
  await field(page).press('Enter')
  await expect(send).toBeDisabled()
  await field(page).fill('hi '.repeat(200))
  await expect(page.getByText('0 words left')).toBeVisible()
  await field(page).press('Enter')
  await expect.poll(() => stored(ana, matchId)).toHaveLength(2)
  await expect(bubbles(page)).toHaveCount(2)
})

test('Shift+Enter starts a new line, and Enter during text composition sends nothing', async ({ person }) => {
  const { ana, matchId } = await newPair(person)
  const page = await ana.open(`/bark-chat/${matchId}`)
  await field(page).pressSequentially('one')
  await field(page).press('Shift+Enter')
  await field(page).pressSequentially('two')
  await expect(field(page)).toHaveValue('one\ntwo')
  await field(page).evaluate(element =>
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })),
  )
  await expect(field(page)).toHaveValue('one\ntwo')
})

test('messages are marked as seen when the chat opens, and when they arrive while it is visible', async ({
  person,
}) => {
  const { ana, ben, biscuit, matchId } = await newPair(person)
  const theirs = await ben.open('/doghouse')
  expect(await ana.matches()).toMatchObject([{ unreadCount: 1 }])
  const page = await ana.open(`/bark-chat/${matchId}`)
  await expect.poll(() => ana.matches()).toMatchObject([{ unreadCount: 0 }])
  await speak(theirs, { userId: ben.user.id, dogId: biscuit.id, matchId }, ['grrr'])
  await expect(bubbles(page)).toHaveCount(2)
  await expect.poll(() => ana.matches()).toMatchObject([{ unreadCount: 0, lastMessage: { body: 'grrr' } }])
  await page.getByRole('link', { name: 'Back to Barks' }).click()
  await expect(page).toHaveURL(/\/barks$/)
  const row = page.getByRole('main').getByRole('link', { name: /Biscuit/ })
  await expect(row).toContainText('grrr')
  await expect(row).not.toContainText('unread')
})

test('a hidden page marks nothing as seen until it is visible', async ({ person }) => {
  const { ana, ben, biscuit, matchId } = await newPair(person)
  const page = await ana.open(`/bark-chat/${matchId}`)
  await expect.poll(() => ana.matches()).toMatchObject([{ unreadCount: 0 }])
  const look = (hidden: boolean) =>
    page.evaluate(isHidden => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await look(true)
  const theirs = await ben.open('/doghouse')
  await speak(theirs, { userId: ben.user.id, dogId: biscuit.id, matchId }, ['grrr'])
  await expect(bubbles(page)).toHaveCount(2)
  expect(await ana.matches()).toMatchObject([{ unreadCount: 1 }])
  await look(false)
  await expect.poll(() => ana.matches()).toMatchObject([{ unreadCount: 0 }])
})

test('an unknown match shows Match not found', async ({ person }) => {
  const { ana, matchId } = await newPair(person)
  const stranger = await person()
  await stranger.dog()
  for (const [who, path] of [
    [ana, '/bark-chat'],
    [ana, '/bark-chat/00000000-0000-7000-8000-000000000000'],
    [ana, '/bark-chat/nonsense'],
    [ana, `/bark-chat/${'x'.repeat(80)}`],
    [stranger, `/bark-chat/${matchId}`],
  ] as const) {
    const page = await who.open(path)
    await expect(page.getByText('Match not found')).toBeVisible()
    await expect(field(page)).toHaveCount(0)
    await page.close()
  }
})

test('a chat reacts when another dog is chosen in another window', async ({ person }) => {
  const { ana, matchId } = await newPair(person)
  const other = await ana.dog({ name: 'Fido' }, { isActive: false })
  const page = await ana.open(`/bark-chat/${matchId}`)
  await expect(bubbles(page)).toHaveCount(1)
  await ana.activate(other)
  await expect(page.getByText('Match not found')).toBeVisible()
})

test('in a chat between two own dogs the sides swap when the acting dog changes', async ({ person }) => {
  const ana = await person()
  const rex = await ana.dog({ name: 'Rex' })
  const fido = await ana.dog({ name: 'Fido' }, { isActive: false })
  const matchId = await ana.bark(fido)
  const page = await ana.open(`/bark-chat/${matchId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Fido' })).toBeVisible()
  await expect(bubbles(page).first()).toContainText('You:')
  await ana.activate(fido)
  await expect(page.getByRole('heading', { level: 1, name: 'Rex' })).toBeVisible()
  await expect(bubbles(page).first()).toContainText('Rex:')
  expect(rex.name).toBe('Rex')
})
