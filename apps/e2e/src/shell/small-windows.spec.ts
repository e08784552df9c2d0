import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { pair, whenAhead } from '../playdates/playdates-people.ts'
import { goWithin, settle } from '../screens/open-screen.ts'

/** Small windows in CSS px. `text` is the browser's text size. */
const WINDOWS = [
  { name: 'a small phone', width: 320, height: 640 },
  { name: 'a phone held sideways', width: 812, height: 375 },
  { name: 'a phone with large text', width: 375, height: 740, text: '200%' },
]

/** Runs in the page: what its user could not read or press there. */
function faultsOf(): string[] {
  const faults: string[] = []
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth > width)
    faults.push(`the page scrolls sideways by ${document.documentElement.scrollWidth - width} px`)
  const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, [role=slider]')]
  for (const control of controls) {
    // Skips hidden ones: those for screen readers, and a native box below a drawn one.
    const isShown = control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (!isShown || control.offsetWidth < 8 || control.matches(':disabled, [href="#main"]')) continue
    const name = control.getAttribute('aria-label') ?? (control.textContent?.trim() || control.outerHTML.slice(0, 80))
    control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    // A link in a text can have several lines.
    const [box] = control.getClientRects()
    if (!box) continue
    if (box.left < -1 || box.right > width + 1) faults.push(`${name}: cut off at the side`)
    // At the end of a page a bar could cover half of it. A high one does not fit between the bars.
    const edges = box.height < window.innerHeight / 3 ? [box.top + 4, box.bottom - 4] : []
    for (const y of [box.top + box.height / 2, ...edges]) {
      const hit = document.elementFromPoint(box.left + box.width / 2, y)
      const isHit = hit && (control.contains(hit) || hit.contains(control) || hit.closest('label')?.control === control)
      if (!isHit) faults.push(`${name}: covered by ${hit?.outerHTML.slice(0, 80) ?? 'nothing'}`)
    }
    const labels = control.matches('button, [class*=Button]') ? [control, ...control.querySelectorAll('*')] : []
    for (const label of labels) {
      const isClipped = label.scrollWidth > label.clientWidth + 1 && getComputedStyle(label).overflowX !== 'visible'
      if (isClipped && !label.matches('.visually-hidden')) faults.push(`${name}: its text is cut off`)
    }
  }
  window.scrollTo(0, 0)
  return faults
}

/** Shows the page in each window, and collects what is wrong there. */
async function expectToFit(page: Page, hasPlaces: boolean): Promise<void> {
  const places = page.getByRole('navigation', { name: 'Main' })
  for (const { name, width, height, text } of WINDOWS) {
    const where = `${new URL(page.url()).pathname} on ${name}`
    await page.setViewportSize({ width, height })
    await page.evaluate(size => document.documentElement.style.setProperty('font-size', size), text ?? '')
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))))
    await expect.poll(() => page.evaluate(faultsOf), where).toEqual([])
    if (hasPlaces) await expect(places.getByRole('link', { name: /Sniff$/ }), where).toBeInViewport({ ratio: 1 })
  }
}

test('every screen fits a small phone, a phone held sideways and large text', async ({ person }) => {
  const { me, myDog, friend, friendsDog, matchId } = await pair(person)
  const long = { name: 'Bartholomew Alexander', breed: 'American Staffordshire Terrier', bio: 'Runs. '.repeat(40) }
  await friend.dog(long, { isActive: false })
  await friend.photo(friendsDog)
  await me.dog({ name: 'Clementine Rosalinde' }, { isActive: false })
  for (const [days, notes] of [
    [2, 'Playdate with Mochi'],
    [400, 'A long walk to the far end of the park and back'],
  ] as const)
    await friend.call('POST', '/playdates', { matchId, whenTs: whenAhead(days), parkName: 'Golden Gate Park', notes })
  const page = await me.open('/doghouse')
  for (const path of [
    '/doghouse',
    '/my-dogs',
    '/sniff',
    `/dog/${friendsDog.id}`,
    `/dog/${myDog.id}/edit`,
    '/barks',
    '/playdates',
    '/profile',
    '/settings',
    '/onboarding',
  ]) {
    await goWithin(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settle(page)
    await expectToFit(page, true)
  }
  await goWithin(page, `/bark-chat/${matchId}`)
  await page.getByPlaceholder('Type a message...').fill('See you at the park')
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  await expectToFit(page, false)
})
