import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { screens } from './screens.ts'
import { anAdmin, panelOf } from './testing/admin-panel.ts'
import { refuses } from './testing/network-links.ts'
import { close, goTo, open } from './testing/open.tsx'
import { aDog, anOwner } from './testing/rows.ts'
import { isAt, isGone, isSeen, sees } from './testing/seen.ts'

const user = anOwner({ dog: null })

test('an unknown address shows the 404 page, which leads to the doghouse', async () => {
  await open('/no/such/page')
  await sees('404 Page Not Found', 'Did you forget to add the page to the router?')
  await sees(/^There's no page at this address\./)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'To the doghouse' }).click()
  await isSeen(main.getByRole('link', { name: 'Add a photo' }))
})

test('what is not there is said on its screen', async () => {
  const answers = {
    'matches.get': refuses('unknown-message'),
    'messages.list': [],
    'walks.get': refuses('walk-not-found'),
    'admin.user': refuses('user-not-found'),
    'playdates.overlapping': [],
    ...panelOf([], []),
  }
  await open('/settings', { user: anAdmin({ dog: aDog() }), answers })
  for (const [path, words] of [
    ['/bark-chat', 'Match not found'],
    ['/park/nothing', 'Park not found'],
    [`/bark-chat/${'x'.repeat(80)}`, 'Match not found'],
    ['/dog/nobody/edit', 'Dog not found'],
    ['/admin/users/nobody', 'User not found'],
    ['/walk/nothing', 'Walk not found'],
  ] as const) {
    goTo(path)
    await sees(words)
    await isGone(page.getByPlaceholder('Type a message...'))
  }
  await page.getByRole('link', { name: 'See open walks' }).click()
  await expect.element(page.getByRole('heading', { name: 'Open walks' })).toBeInViewport()
})

test('whoever has no role finds none of the panel’s addresses', async () => {
  const paths = screens.flatMap(([, { paths, right }]) => (right ? paths : []))
  expect(paths.length).toBeGreaterThan(7)
  for (const path of paths) {
    await open(path.replace(/:id\??/, ''), { user })
    await sees('404 Page Not Found')
    await close()
  }
})

test('the longest name leaves a screen within the window', async () => {
  const dog = aDog({ name: 'W'.repeat(80) })
  for (const path of ['/settings/searches', `/dog/${dog.id}/lost`, '/doghouse', '/my-dogs', '/profile']) {
    await open(path, { user: anOwner({ dog }) })
    for (const width of [320, 1440]) {
      await page.viewport(width, 800)
      await isSeen(page.getByRole('main').getByText(/WWW/).first())
      await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    }
    await close()
  }
})

test('seven addresses need a dog, the others do not', async () => {
  await open('/my-dogs', { user })
  for (const path of ['/', '/doghouse', '/sniff', '/barks', '/bark-chat', '/bark-chat/some-match', '/profile']) {
    goTo(path)
    await isAt('/my-dogs')
    await sees('Select which dog you want to be')
  }
  for (const [path, name] of [
    ['/playdates', 'Playdates'],
    ['/onboarding', 'New dog'],
    ['/settings', 'Settings'],
    ['/settings/searches', "Your dogs' searches"],
  ] as const) {
    goTo(path)
    await isSeen(page.getByRole('heading', { level: 1, name, exact: true }))
    await isAt(path)
  }
})
