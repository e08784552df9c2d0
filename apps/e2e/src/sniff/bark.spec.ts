import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { newPlace, yard } from './sniff-people.ts'

test('a bark from the card is sent, shown on the card and on the dog’s page, and leads to the chat', async ({
  person,
}) => {
  const { me, dog: nori, neighbour } = await yard(person)
  const { owner, dog: mochi } = await neighbour({ name: 'Mochi' }, 2)
  const page = await me.open('/sniff')
  const card = page.getByRole('article').filter({ hasText: 'Mochi' })

  // By keyboard: the link of the card, then its button.
  await card.getByRole('link', { name: 'Mochi', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(card.getByRole('button', { name: 'Bark at Mochi' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your bark has been sent!')).toBeVisible()
  const chat = card.getByRole('link', { name: 'Barked · Open chat' })
  await expect(chat).toBeFocused()
  // A link that looks like a button has its words in the middle, as a button has.
  const offCentre = await chat.evaluate(link => {
    const middle = (element: Element) => {
      const { top, height } = element.getBoundingClientRect()
      return top + height / 2
    }
    const icon = link.querySelector('svg')
    return icon ? Math.abs(middle(link) - middle(icon)) : Number.NaN
  })
  expect(offCentre).toBeLessThan(1)
  await expect(page).toHaveURL('/sniff')
  const [match] = await owner.matches()
  expect(match).toMatchObject({ otherDog: { id: nori.id }, unreadCount: 1 })

  await page.reload()
  await expect(chat).toHaveAttribute('href', `/bark-chat/${match?.id}`)
  await card.getByRole('link', { name: 'Mochi', exact: true }).click()
  await expect(page).toHaveURL(`/dog/${mochi.id}`)
  await page.getByRole('link', { name: 'Barked · Open chat' }).click()
  await expect(page).toHaveURL(`/bark-chat/${match?.id}`)
})

test('an owner can bark back at a dog that barked first', async ({ person }) => {
  const { me, dog: nori, neighbour } = await yard(person)
  const { owner } = await neighbour({ name: 'Mochi' }, 2)
  await owner.bark(nori)
  const page = await me.open('/sniff')
  await page.getByRole('button', { name: 'Bark at Mochi' }).click()
  await expect(page.getByRole('link', { name: 'Barked · Open chat' })).toBeVisible()
  expect(await owner.matches()).toMatchObject([{ unreadCount: 1, lastMessage: { seq: 2 } }])
})

test('while a bark waits for an answer, barking again sends nothing and says so', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  const { owner, dog: mochi } = await neighbour({ name: 'Mochi' }, 2)
  await me.bark(mochi)
  const page = await me.context.newPage()
  // The page loads its matches only after the click.
  let release = () => {}
  const clicked = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/api/trpc/*matches.list*', async route => {
    await clicked
    await route.continue()
  })
  await page.goto(`/dog/${mochi.id}`)
  const bark = page.getByRole('button', { name: 'Bark (Send Woof!)' })
  await bark.click()
  release()
  await expect(page.getByText('You already barked')).toBeVisible()
  await expect(page.getByText("Mochi hasn't answered yet.")).toBeVisible()
  await expect(page.getByText('Your bark has been sent!')).toHaveCount(0)
  expect(await owner.matches()).toMatchObject([{ unreadCount: 1, lastMessage: { seq: 1 } }])
})

test('a dog’s page leads to the next dog in the order of the list', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  for (const [at, name] of ['Aki', 'Bo', 'Cleo'].entries()) await neighbour({ name }, 1 + 3 * at)
  const page = await me.open('/sniff')
  await page.getByRole('link', { name: 'Aki', exact: true }).click()
  const next = page.getByRole('link', { name: 'Next dog' })
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(/^Aki/)
  // It begins where the name below it begins.
  const startOf = (text: Locator) =>
    text.evaluate(element => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().left
    })
  expect(Math.abs((await startOf(next)) - (await startOf(title)))).toBeLessThan(1)
  await next.click()
  await expect(title).toHaveText(/^Bo/)
  await next.press('Enter')
  await expect(title).toHaveText(/^Cleo/)
  await expect(next).toHaveCount(0)
  await page.goBack()
  await expect(title).toHaveText(/^Bo/)
  await page.reload()
  await expect(next).toBeVisible()
})

test('a dog that is opened by its address has no next dog', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  const { dog } = await neighbour({ name: 'Aki' })
  await neighbour({ name: 'Bo' })
  const page = await me.open(`/dog/${dog.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Aki/)
  await expect(page.getByRole('link', { name: 'Next dog' })).toHaveCount(0)
})

test('on a desktop the bark button stays in view beside a long bio', async ({ person }) => {
  const { me } = await yard(person)
  const other = await person()
  await other.livesAt(newPlace())
  const dog = await other.dog({ name: 'Novel', bio: 'Once upon a time there was a ball. '.repeat(28) })
  const page = await me.open(`/dog/${dog.id}`)
  await page.setViewportSize({ width: 1024, height: 600 })
  const bark = page.getByRole('button', { name: 'Bark (Send Woof!)' })
  await expect(bark).toBeInViewport({ ratio: 1 })
  await page.mouse.move(800, 300)
  await page.mouse.wheel(0, 400)
  await expect(bark).toBeInViewport({ ratio: 1 })
})

test('on a phone with the bars of its browser the first card shows its bark button', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  const bio = 'Looks like security, wants to sit on your lap. Polite with puppies and with cats.'
  await neighbour({ name: 'Duke', bio, temperament: ['protective', 'gentle'] })
  const page = await me.open('/sniff')
  await page.setViewportSize({ width: 375, height: 664 })
  const bark = page.getByRole('article').first().getByRole('button', { name: /^Bark/ })
  await expect(bark).toBeInViewport({ ratio: 1 })
  const bar = await page.getByRole('navigation', { name: 'Main' }).last().boundingBox()
  await expect.poll(async () => (await bark.boundingBox())?.y).toBeLessThan((bar?.y ?? 0) - 44)
  // The place stands above it without scrolling.
  await expect(page.getByRole('button', { name: /location|San Francisco|place/i }).first()).toBeInViewport({ ratio: 1 })
})
