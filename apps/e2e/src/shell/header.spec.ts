import { expect, expectAccessible, test } from '../fixtures.ts'

test('the header exists with an active dog, and shows up to three of the others', async ({ person }) => {
  const owner = await person()
  const names = ['Ada', 'Bo', 'Cleo', 'Dot', 'Eli']
  const dogs = []
  for (const name of names) dogs.push(await owner.dog({ name }, { isActive: false }))
  const page = await owner.open('/my-dogs')
  await expect(page.getByRole('heading', { name: 'My Dogs' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  // What the header would offer is at hand all the same.
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Log out' })).toBeVisible()
  await footer.getByRole('button', { name: 'Switch to the dark theme' }).click()
  await expect(page.locator('html')).toHaveClass('dark')
  await footer.getByRole('button', { name: 'Switch to the light theme' }).click()
  await expectAccessible(page)

  const [active] = dogs
  if (active) await owner.activate(active)
  // Chosen in another window: the header comes by itself.
  const header = page.getByRole('banner')
  // Behind it the places, which lead there too.
  const link = header.getByRole('link', { name: /My dogs/ }).first()
  // None of them has a photo: their initials stand for them.
  await expect(link.locator('span[style]')).toHaveText(['B', 'C', 'D'])
  await header.getByRole('link', { name: /to the doghouse/ }).click()
  await expect(page).toHaveURL('/doghouse')
  await link.click()
  await expect(page).toHaveURL('/my-dogs')
  await expect(page.getByRole('heading', { level: 1, name: 'My Dogs' })).toBeFocused()
})

test('the menu of the active dog leads to Settings and out, by keyboard too', async ({ person }) => {
  const owner = await person()
  await owner.dog({ name: 'Rex' })
  const page = await owner.open('/doghouse')
  const button = page.getByRole('banner').getByRole('button', { name: 'Rex: menu' })
  await button.click()
  await expect(page.getByRole('menuitem')).toHaveText(['Settings', 'Log out'])
  await expectAccessible(page)
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')
  await expect(page.getByText('Settings Coming Soon')).toBeVisible()
  await expectAccessible(page)

  await button.click()
  const navigation = page.waitForRequest(
    request => request.isNavigationRequest() && new URL(request.url()).pathname === '/api/logout',
  )
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await navigation
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Find the Perfect Playmate for Your Pup' })).toBeVisible()
})

test('the theme is kept under `theme`, and other windows follow', async ({ person }) => {
  const owner = await person()
  await owner.dog()
  const page = await owner.open('/doghouse')
  const other = await owner.open('/settings')
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  for (const one of [page, other]) await expect(one.locator('html')).toHaveClass('dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  // The server draws the next page in it: no script has to run before the first paint.
  await expect
    .poll(async () => (await owner.context.cookies()).map(({ name, value }) => `${name}=${value}`))
    .toContain('theme=dark')
  const drawn = await page.reload()
  expect(await drawn?.text()).toContain('<html lang="en" class="dark" data-mantine-color-scheme="dark">')
  await expect(page.locator('html')).toHaveClass('dark')
})

test('an address that nobody knows, and the six that need a dog', async ({ person }) => {
  const owner = await person()
  const page = await owner.open('/no/such/page')
  await expect(page.getByRole('heading', { name: '404 Page Not Found', level: 2 })).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await expectAccessible(page)
  // Who has no dog at all starts with the wizard.
  await page.goto('/')
  await expect(page).toHaveURL('/onboarding')
  for (const path of ['/doghouse', '/sniff', '/barks', '/bark-chat', '/bark-chat/some-match', '/profile']) {
    await page.goto(path)
    await expect(page).toHaveURL('/my-dogs')
    await expect(page.getByText('Select which dog you want to be')).toBeVisible()
  }
  // The rest needs none.
  for (const [path, heading] of [
    ['/playdates', 'Playdates'],
    ['/onboarding', 'New dog'],
    ['/settings', 'Settings'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page).toHaveURL(path)
  }
})
