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
    const edges = await bubble.locator('[class*=bubble]').boundingBox()
    const list = await bubble.boundingBox()
    if (!edges || !list) return 'nowhere'
    return edges.x - list.x > list.x + list.width - edges.x - edges.width ? 'right' : 'left'
  }
  expect(await side(bubbles(page).last())).toBe('right')
  expect(await side(bubbles(page).first())).toBe('left')
  expect(await side(bubbles(theirs).last())).toBe('left')

  await field(theirs).fill('yes')
  await theirs.getByRole('button', { name: 'Send' }).click()
  await expect(bubbles(page)).toHaveCount(3)
  await expect(page.getByText('Today')).toBeVisible()
})

test('messages are marked as seen when the chat opens, and when they arrive while it is visible', async ({
  person,
}) => {
  const { ana, ben, matchId } = await newPair(person)
  expect(await ana.matches()).toMatchObject([{ unreadCount: 1 }])
  const page = await ana.open(`/bark-chat/${matchId}`)
  await expect.poll(() => ana.matches()).toMatchObject([{ unreadCount: 0 }])
  await speak(ben, matchId, ['grrr'])
  await expect(bubbles(page)).toHaveCount(2)
  await expect.poll(() => ana.matches()).toMatchObject([{ unreadCount: 0, lastMessage: { body: 'grrr' } }])
  await page.getByRole('link', { name: 'Back to Barks' }).click()
  await expect(page).toHaveURL(/\/barks$/)
  const row = page.getByRole('main').getByRole('link', { name: /Biscuit/ })
  await expect(row).toContainText('grrr')
  await expect(row).not.toContainText('unread')
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
