import { expect, test } from '../fixtures.ts'

test('the header shows with an active dog, and has up to three of the other dogs', async ({ person }) => {
  const owner = await person()
  const names = ['Ada', 'Bo', 'Cleo', 'Dot', 'Eli']
  const dogs = []
  for (const name of names) dogs.push(await owner.dog({ name }, { isActive: false }))
  const page = await owner.open('/my-dogs')
  await expect(page.getByRole('heading', { name: 'My Dogs' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  // Without the header, its functions are on the page.
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Log out' })).toBeVisible()
  await footer.getByRole('button', { name: 'Switch to the dark theme' }).click()
  await expect(page.locator('html')).toHaveClass('dark')
  await footer.getByRole('button', { name: 'Switch to the light theme' }).click()

  const [active] = dogs
  if (active) await owner.activate(active)
  // The dog is chosen in another window, and the header appears.
  const header = page.getByRole('banner')
  // The navigation, which follows, has the same links.
  const link = header.getByRole('link', { name: /My dogs/ }).first()
  // None of them has a photo, so their drawings show.
  await expect(link.locator('img[src^="data:image/svg"]')).toHaveCount(3)
  await header.getByRole('link', { name: /to the doghouse/ }).click()
  await expect(page).toHaveURL('/doghouse')
  await link.click()
  await expect(page).toHaveURL('/my-dogs')
  await expect(page.getByRole('heading', { level: 1, name: 'My Dogs' })).toBeFocused()
})

test('the menu of the active dog has Settings and Log out, by keyboard too', async ({ person }) => {
  const owner = await person()
  await owner.dog({ name: 'Rex' })
  const page = await owner.open('/doghouse')
  const button = page.getByRole('banner').getByRole('button', { name: 'Rex: menu' })
  await button.click()
  await expect(page.getByRole('menuitem')).toHaveText(['Settings', 'Log out'])
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')
  await expect(page.getByRole('heading', { name: 'Settings Coming Soon' })).toBeVisible()

  await button.click()
  const navigation = page.waitForRequest(
    request => request.isNavigationRequest() && new URL(request.url()).pathname === '/api/logout',
  )
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await navigation
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Find the Perfect Playmate for Your Pup' })).toBeVisible()
})

test('the theme is stored under `theme`, and other windows apply it', async ({ person }) => {
  const owner = await person()
  await owner.dog()
  const page = await owner.open('/doghouse')
  const other = await owner.open('/settings')
  const answer = page.waitForResponse(response => response.url().endsWith('/theme/dark'))
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  for (const one of [page, other]) await expect(one.locator('html')).toHaveClass('dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  // The server renders the next page in this theme, so no script has to run before the first paint.
  // It is the server that keeps it: Safari drops a script's cookie after a week.
  expect(await (await answer).headerValue('set-cookie')).toMatch(
    /^theme=dark; Path=\/; Max-Age=31536000; SameSite=Lax$/,
  )
  const drawn = await page.reload()
  expect(await drawn?.text()).toContain('<html lang="en" class="dark" data-mantine-color-scheme="dark">')
  await expect(page.locator('html')).toHaveClass('dark')
})
