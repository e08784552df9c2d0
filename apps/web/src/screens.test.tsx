import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { screens } from './screens.ts'
import { close, open } from './testing/open.tsx'
import { anOwner } from './testing/rows.ts'
import { isAt, sees } from './testing/seen.ts'

const user = anOwner({ dog: null })

test('an unknown address shows the 404 page', async () => {
  await open('/no/such/page', { user })
  await expect.element(page.getByText('404 Page Not Found')).toBeVisible()
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
    await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await isAt(path)
    await close()
  }
})
