import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { screens } from './screens.ts'
import { close, open } from './testing/open.tsx'
import { aDog, anOwner } from './testing/rows.ts'
import { isAt, isSeen, sees } from './testing/seen.ts'

const user = anOwner({ dog: null })

test('an unknown address shows the 404 page, which leads to the doghouse', async () => {
  await open('/no/such/page')
  await sees('404 Page Not Found')
  await sees('Did you forget to add the page to the router?')
  await sees(/^There's no page at this address\./)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'To the doghouse' }).click()
  await isSeen(main.getByRole('link', { name: 'Add a photo' }))
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
    await isSeen(page.getByRole('heading', { level: 1, name, exact: true }))
    await isAt(path)
    await close()
  }
})
