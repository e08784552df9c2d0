import type { Notification } from '@barkyard/domain/schemas/notification'
import { expect, test } from '../fixtures.ts'
import { PASSWORD, SAN_FRANCISCO } from '../people.ts'
import { goWithin } from '../screens/open-screen.ts'
import { openWalk } from '../walks/walks-people.ts'

const NEBRASKA = { lat: 42.1, lng: -102.87 }
const EMPTY = 'No dogs found in your area. Try adjusting your filters or check back later!'

test('a new owner in Nebraska finds something to do on every screen', async ({ person }) => {
  const me = await person()
  await me.livesAt(NEBRASKA)
  const dog = await me.dog({ name: 'Prairie' })
  const page = await me.open('/doghouse')
  const first = page.getByRole('region', { name: "Show Prairie's face" })
  await expect(first.getByRole('link', { name: 'Add a photo' })).toHaveAttribute('href', `/dog/${dog.id}/edit`)
  for (const [path, controls] of [
    ['/barks', ['Sniff Dogs', 'Invite a friend']],
    ['/playdates', ['Find Matches', 'Host a walk']],
    ['/notifications', ['Sniff Dogs']],
    ['/my-dogs', ['Add Dog']],
    ['/profile', ['Edit Profile']],
    ['/sniff', ['Tell me when a dog joins', 'Invite a friend', 'See open walks']],
  ] as const) {
    await goWithin(page, path)
    const main = page.getByRole('main')
    for (const name of controls)
      await expect(main.getByRole('link', { name }).or(main.getByRole('button', { name })), path).toBeVisible()
  }
  await expect(page.getByText(EMPTY)).toBeVisible()
  await page.getByRole('button', { name: 'Tell me when a dog joins' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved searches' })
  await dialog.getByRole('button', { name: 'Save this search' }).click()
  await expect(dialog.getByText('The search on the page is saved as')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'See open walks' }).click()
  await expect(page.getByRole('heading', { name: 'Open walks' })).toBeInViewport()
})

test('an owner without a place is asked for it first', async ({ person }) => {
  const me = await person()
  await me.dog({ name: 'Nomad' })
  const page = await me.open('/doghouse')
  await page.getByRole('link', { name: 'Add your place' }).click()
  await expect(page).toHaveURL('/profile')
})

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

test('who lives around San Francisco is offered an open walk in Sniff and in the doghouse', async ({ person }) => {
  const [host, busy, me, remote] = [await person(), await person(), await person(), await person()]
  await host.livesAt(SAN_FRANCISCO)
  await host.dog({ name: 'Hostess' })
  // Before all walks of other tests, and behind more than a few that a large dog cannot join.
  const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  await busy.dog({ name: 'Busy' })
  for (const one of [host, host, busy, busy, busy]) await openWalk(one, { whenTs: soon(30), sizes: ['small'] })
  await openWalk(host, { title: 'Around the lake', whenTs: soon(40), sizes: ['large'] })
  await me.livesAt(SAN_FRANCISCO)
  await me.dog({ name: 'Rambler', size: 'large' })
  const page = await me.open('/doghouse')
  const region = page.getByRole('region', { name: 'An open walk near you' })
  await expect(region.getByRole('article', { name: 'Around the lake' })).toBeVisible()
  await page.goto('/sniff')
  const card = page.getByRole('list', { name: 'Dogs nearby' }).getByRole('article', { name: 'Around the lake' })
  await card.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('status').filter({ hasText: "You're coming" })).toBeVisible()
  await expect(card).toBeHidden()
  await page.goto('/doghouse')
  await expect(page.getByRole('region', { name: 'Your next walk' }).getByText("You're coming")).toBeVisible()

  await remote.livesAt(NEBRASKA)
  await remote.dog({ name: 'Distant', size: 'large' })
  const far = await remote.open('/doghouse')
  await far.waitForLoadState('networkidle')
  await expect(far.getByRole('article', { name: 'Around the lake' })).toBeHidden()
})
