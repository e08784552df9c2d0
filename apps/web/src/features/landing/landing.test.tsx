import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../testing/open.tsx'
import { isGone, isSeen, leadsTo, link, main, says, sees, texts } from '../../testing/seen.ts'

const footer = page.getByRole('contentinfo')

test('the sections, the promises and the footer stand in their order, and on the narrowest phones nothing is cut off and the main targets are large', async () => {
  await open('/', { user: null })
  await expect.poll(() => document.title).toMatch(/^Barkyard/)
  const topics = page.getByRole('banner').getByRole('link')
  await expect.poll(() => texts(topics).slice(1, 4)).toEqual(['Features', 'Safety', 'About'])
  await says(main.getByRole('heading', { level: 1 }), /^Find the Perfect Playmate for Your Pup$/)
  await sees('Connect with dog owners nearby, match compatible pups, and schedule fun playdates at local parks')
  expect(texts(main.getByRole('list').first().getByRole('heading'))).toEqual([
    'Create Profile',
    'Sniff & Match',
    'Chat & Connect',
    'Schedule Playdates',
  ])
  const cards = main.getByRole('article')
  expect(texts(cards.getByRole('heading'))).toEqual(['Smart Matching', 'Verified Profiles', 'Privacy First'])
  await says(cards.nth(0), /size, age, temperament and location/)
  await says(cards.nth(1), /Photo checked/)
  await expect.element(cards.nth(1)).not.toHaveTextContent(/healthy|safe/)
  await says(cards.nth(2), /exact location stays private until you share it/)
  await isSeen(main.getByText(/Meet in public parks, verify profiles, and communicate through the platform/))

  expect(texts(footer.getByRole('heading'))).toEqual(['Product', 'Company', 'Legal'])
  const lists = footer.getByRole('list').elements()
  expect(lists.map(list => [...list.querySelectorAll('a')].map(one => one.textContent))).toEqual([
    ['Features', 'Pricing', 'Safety'],
    ['About', 'Blog', 'Contact'],
    ['Privacy', 'Terms', 'Cookie Policy'],
  ])
  // All but one are placeholders, where the operator has named no page.
  for (const placeholder of footer.getByRole('link', { name: /^(?!Safety)/ }).elements())
    expect(placeholder.getAttribute('href')).toBeNull()
  await isSeen(footer.getByText(/© 2025 Barkyard/))

  await expect.poll(() => main.element().querySelector('section')?.offsetHeight).toBe(600)
  const root = document.documentElement
  for (const width of [320, 375]) {
    await page.viewport(width, 700)
    for (const name of ['Sign Up', 'Get Started', 'Get Started Free'])
      expect(link(name).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    for (const size of ['100%', '200%']) {
      root.style.fontSize = size
      expect(root.scrollWidth).toBe(width)
    }
    root.style.fontSize = ''
  }
})

test('the safety guide opens in the page that the app draws once a session has ended, its buttons lead to the sign-in, and its anchors scroll to their sections', async () => {
  await open('/', { user: null })
  const guide = page.getByRole('dialog', { name: 'Safety guide' })
  for (const opener of [
    page.getByRole('button', { name: 'Learn About Safety', exact: true }),
    page.getByRole('contentinfo').getByRole('link', { name: 'Safety' }),
  ]) {
    await opener.click()
    await isSeen(guide.getByRole('heading', { name: 'Block and report' }))
    await guide.getByRole('button', { name: 'Close' }).click()
    await isGone(guide)
    await expect.element(opener).toHaveFocus()
  }
  expect(location.hash).toBe('')
  for (const [name, address] of [
    ['Log In', '/api/login'],
    ['Sign Up', '/api/login?new'],
    ['Get Started', '/api/login?new'],
    ['Get Started Free', '/api/login?new'],
    ['Learn More', '#features'],
  ] as const)
    await leadsTo(link(name), address)
  expect(getComputedStyle(document.documentElement).scrollBehavior).toBe('smooth')
  const bar = page.getByRole('banner').element()
  for (const name of ['Safety', 'About', 'Features']) {
    await page.getByRole('banner').getByRole('link', { name }).click()
    const heading = document.querySelector<HTMLElement>(`#${name.toLowerCase()} h2`)
    await expect.element(heading).toBeInViewport({ ratio: 1 })
    expect(bar.getBoundingClientRect().top).toBe(0)
  }
  // Its address is a part of the page's, which the next test does not want.
  history.replaceState(null, '', '/')
})
