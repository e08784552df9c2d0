import type { Notification } from '@barkyard/domain/schemas/notification'
import { expect, test } from '../fixtures.ts'
import { PASSWORD } from '../people.ts'

const NEBRASKA = { lat: 42.1, lng: -102.87 }

test('an invitation: the link, what a guest sees, and how both learn of each other', async ({
  person,
  browser,
  server,
}) => {
  const me = await person()
  await me.livesAt(NEBRASKA)
  const dog = await me.dog({ name: 'Hazel' })
  const page = await me.open('/barks')
  await page.getByRole('button', { name: 'Invite a friend' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a friend' })
  const link = await dialog.getByLabel('Your link').inputValue()
  expect(link).toMatch(/\/\?invite=[\w-]{22}$/)

  const guest = await browser.newContext({ baseURL: server.url })
  const theirs = await guest.newPage()
  await theirs.goto(new URL(link).search)
  await expect(theirs.getByText(/ and Hazel have invited you\./)).toBeVisible()
  await theirs.goto('/')
  await expect(theirs.getByText(/ and Hazel have invited you\./)).toBeVisible()
  const account = { email: `guest-of-${dog.id}@example.test`, password: PASSWORD, firstName: 'Gus', lastName: '' }
  expect((await guest.request.post('/api/signup', { data: account })).ok()).toBe(true)
  const fields = { name: 'Gizmo', breed: 'Pug', size: 'small', sex: 'male', ageYears: 2, temperament: [], bio: null }
  expect((await guest.request.post('/api/dogs', { data: fields })).ok()).toBe(true)
  await theirs.goto('/notifications')
  await expect(theirs.getByRole('link', { name: /Hazel invited you to the yard/ })).toBeVisible()
  await guest.close()

  await page.goto('/notifications')
  await page.getByRole('link', { name: /A dog joined by your invitation/ }).click()
  await expect(page.getByRole('button', { name: 'Bark (Send Woof!)' })).toBeVisible()
  const bell = await me.call<Notification[]>('GET', '/notifications')
  expect(bell.map(({ kind }) => kind)).toEqual(['search'])
})
