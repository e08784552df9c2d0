import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { screens } from './screens.ts'
import { close, open } from './testing/open.tsx'
import { aDog, anOwner } from './testing/rows.ts'
import { isAt, sees } from './testing/seen.ts'

const user = anOwner({ dog: null })

test('an unknown address shows the 404 page', async () => {
  await open('/no/such/page', { user })
  await sees('404 Page Not Found')
  await sees('Did you forget to add the page to the router?')
  await sees(/^There's no page at this address\./)
})

test('whoever has no role finds none of the panel’s addresses', async () => {
  const paths = screens.flatMap(([, { paths, right }]) => (right ? paths : []))
  expect(paths.length).toBeGreaterThan(7)
  for (const path of paths) {
    await open(path.replace(/:id\??/, ''), { user })
    await expect.element(page.getByRole('heading', { name: '404 Page Not Found', level: 1 })).toBeVisible()
    await close()
  }
})

test('a new owner whom nobody lives near finds something to do on every screen', async () => {
  const prairie = aDog({ name: 'Prairie' })
  for (const [path, controls] of [
    ['/doghouse', ['Add a photo']],
    ['/barks', ['Sniff Dogs', 'Invite a friend']],
    ['/playdates', ['Find Matches', 'Host a walk']],
    ['/notifications', ['Sniff Dogs']],
    ['/my-dogs', ['Add Dog']],
    ['/profile', ['Edit Profile']],
    ['/sniff', ['Tell me when a dog joins', 'Invite a friend', 'See open walks']],
  ] as const) {
    await open(path, { user: anOwner({ dog: prairie }) })
    const main = page.getByRole('main')
    for (const name of controls)
      await expect.element(main.getByRole('link', { name }).or(main.getByRole('button', { name }))).toBeVisible()
    await close()
  }
})

test('the longest name leaves a screen within the window', async () => {
  const dog = aDog({ name: 'W'.repeat(80) })
  for (const path of ['/settings/searches', `/dog/${dog.id}/lost`, '/doghouse', '/my-dogs', '/profile']) {
    await open(path, { user: anOwner({ dog }) })
    for (const width of [320, 1440]) {
      await page.viewport(width, 800)
      await expect.element(page.getByRole('main').getByText(/WWW/).first()).toBeVisible()
      await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    }
    await close()
  }
})

test('seven addresses need a dog, the others do not', async () => {
  for (const path of ['/', '/doghouse', '/sniff', '/barks', '/bark-chat', '/bark-chat/some-match', '/profile']) {
    await open(path, { user })
    await isAt('/my-dogs')
    await sees('Select which dog you want to be')
    await close()
  }
  for (const [path, name] of [
    ['/playdates', 'Playdates'],
    ['/onboarding', 'New dog'],
    ['/settings', 'Settings'],
    ['/settings/searches', "Your dogs' searches"],
  ] as const) {
    await open(path, { user })
    await expect.element(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    await isAt(path)
    await close()
  }
})
