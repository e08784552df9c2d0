import type { CDPSession, Page } from '@playwright/test'
import { setAdmin } from '../admins.ts'
import { settled } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'
import { pair, propose, whenAhead } from '../playdates/playdates-people.ts'
import { goWithin, settle } from '../screens/open-screen.ts'
import type { SignUp } from '../sniff/sniff-people.ts'

/** What a phone's notch and home indicator cover at each side, in CSS px. */
type Insets = Record<'top' | 'left' | 'right' | 'bottom', number>

/** In CSS px. `text` is the browser's text size. */
interface Window {
  name: string
  width: number
  height: number
  text?: string
  insets?: Insets
}

const NOTCHED: Window[] = [
  // An iPhone mini that shows everything larger.
  { name: 'a small phone upright', width: 320, height: 640, insets: { top: 59, left: 0, right: 0, bottom: 34 } },
  { name: 'a phone sideways', width: 812, height: 375, insets: { top: 0, left: 59, right: 59, bottom: 21 } },
]
const LARGE_TEXT: Window = { name: 'a phone with large text', width: 375, height: 740, text: '200%' }

async function showIn(page: Page, session: CDPSession, { width, height, text, insets }: Window) {
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets: insets ?? {} })
  await page.setViewportSize({ width, height })
  await page.evaluate(size => {
    document.documentElement.style.setProperty('font-size', size)
    return new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
  }, text ?? '')
}

/** What can be read or pressed and lies below the notch or the home indicator: in the open dialog, else on the page. */
const covered = (page: Page, insets: Insets): Promise<string[]> =>
  page.evaluate(({ top, left, right, bottom }) => {
    const parents = (element: Element) => {
      const all: Element[] = []
      for (let at: Element | null = element; at; at = at.parentElement) all.push(at)
      return all
    }
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.leaflet-container, [aria-hidden=true]') &&
      !parents(element).some(one => {
        const { clipPath, overflowX } = getComputedStyle(one)
        return clipPath !== 'none' || (overflowX !== 'visible' && one.scrollWidth > one.clientWidth)
      })
    /** The edges of the window at which the element stays, whatever is scrolled. */
    const edgesOf = (element: Element) => {
      for (const one of parents(element)) {
        const style = getComputedStyle(one)
        const box = one.getBoundingClientRect()
        if (style.position === 'fixed') return ['top', 'bottom']
        if (style.position === 'sticky') {
          if (box.bottom >= innerHeight - Number.parseFloat(style.bottom) - 1) return ['bottom']
          if (box.top <= Number.parseFloat(style.top) + 1) return ['top']
        }
        if (style.overflowY !== 'visible' && one.scrollHeight > one.clientHeight) return []
      }
      return []
    }
    const isCovered = (element: Element, box: DOMRect) => {
      const isInWindow = box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight
      if (box.width <= 1 || box.height <= 1 || !isInWindow) return false
      if (box.left < left - 0.5 || box.right > innerWidth - right + 0.5) return true
      const [isHigh, isLow] = [box.top < top - 0.5, box.bottom > innerHeight - bottom + 0.5]
      if (!isHigh && !isLow) return false
      const edges = edgesOf(element)
      return (isHigh && edges.includes('top')) || (isLow && edges.includes('bottom'))
    }

    const range = document.createRange()
    const found: string[] = []
    const root = [...document.querySelectorAll('[role=dialog]')].findLast(one => one.checkVisibility())
    for (const element of (root ?? document.body).querySelectorAll('*')) {
      const boxes = element.matches('button, a, input, select, textarea') ? [element.getBoundingClientRect()] : []
      for (const node of element.childNodes) {
        if (!(node instanceof Text) || !node.data.trim()) continue
        range.selectNodeContents(node)
        boxes.push(range.getBoundingClientRect())
      }
      // The styles of all parents are asked for where it matters.
      for (const box of boxes)
        if (isCovered(element, box) && isShown(element))
          found.push(`${element.tagName} "${element.textContent?.slice(0, 30)}" ${JSON.stringify(box)}`)
    }
    return found
  }, insets)

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

/** Signs in an owner on a phone, whose screens hold long names and every kind of row. */
async function onPhone(person: SignUp) {
  const { me, myDog, friend, friendsDog, matchId } = await pair(person, { hasTouch: true })
  const long = { name: 'Bartholomew Alexander', breed: 'American Staffordshire Terrier', bio: 'Runs. '.repeat(40) }
  await friend.dog(long, { isActive: false })
  await friend.photo(friendsDog)
  await me.dog({ name: 'Clementine Rosalinde' }, { isActive: false })
  for (const [days, notes] of [
    [2, 'Playdate with Mochi'],
    [400, 'A long walk to the far end of the park and back'],
  ] as const)
    await propose(friend, { matchId, whenTs: whenAhead(days), parkName: 'Golden Gate Park', notes })
  const page = await me.open('/doghouse')
  const session = await me.context.newCDPSession(page)
  const places = page.getByRole('navigation', { name: 'Main' })
  const isClear = async ({ name, insets }: Window, what: string) => {
    if (insets) await expect.poll(() => covered(page, insets), `${what} on ${name}`).toEqual([])
  }
  return {
    me,
    myDog,
    friendsDog,
    matchId,
    page,
    async open(path: string) {
      await goWithin(page, path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await settle(page)
    },
    /** @param what is open, if more than the page */
    async expectClear(what = new URL(page.url()).pathname) {
      await settled(page)
      for (const window of NOTCHED) {
        await showIn(page, session, window)
        await isClear(window, what)
      }
    },
    async expectToFit(hasPlaces = true) {
      await settled(page)
      const { pathname } = new URL(page.url())
      for (const window of [LARGE_TEXT, ...NOTCHED]) {
        const where = `${pathname} on ${window.name}`
        await showIn(page, session, window)
        await expect.poll(() => page.evaluate(faultsOf), where).toEqual([])
        if (hasPlaces) await expect(places.getByRole('link', { name: /Sniff$/ }), where).toBeInViewport({ ratio: 1 })
        await isClear(window, pathname)
      }
    },
  }
}

test('every screen fits a small phone and large text, and nothing that is read or pressed lies below a notch', async ({
  person,
}) => {
  const { myDog, friendsDog, matchId, page, open, expectToFit } = await onPhone(person)
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
    '/notifications',
    '/onboarding',
  ]) {
    await open(path)
    await expectToFit()
  }
  await open(`/bark-chat/${matchId}`)
  await page.getByPlaceholder('Type a message...').fill('See you at the park')
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  await expectToFit(false)
})

test('nothing of a menu, a dialog, a toast, the panel and what guests see lies below a notch', async ({
  person,
  server,
}) => {
  const { me, friendsDog, page, open, expectClear } = await onPhone(person)
  await open('/onboarding')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Missing information').waitFor()
  await expectClear('the wizard with a toast')
  await open('/sniff')
  await page.getByRole('button', { name: 'Biscuit: menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
  await expectClear('the menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog', { name: 'Filters' }).getByRole('slider').first().waitFor()
  await expectClear('the drawer of filters')
  await open(`/dog/${friendsDog.id}`)
  await page
    .getByRole('button', { name: /full screen/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Photos of Mochi' }).waitFor()
  await expectClear('a photo')
  await open('/playdates')
  await page.getByRole('combobox', { name: 'Who would you like to meet?' }).click()
  await page.getByRole('option', { name: 'Mochi' }).click()
  await page.getByRole('button', { name: 'Create Playdate' }).click()
  await page.getByRole('region', { name: 'Map of the parks' }).waitFor()
  await expectClear('the dialog of playdates')

  await setAdmin(server, me)
  await page.goto('/admin/reports')
  await page.getByRole('heading', { name: /^Reports/ }).waitFor()
  await expectClear()
  await page.context().clearCookies()
  await page.goto('/')
  for (const at of [0, 0.3, 0.6, 1]) {
    await page.evaluate(part => scrollTo({ top: part * document.body.scrollHeight, behavior: 'instant' }), at)
    await expectClear(`the landing page at ${at}`)
  }
  await page.goto('/api/login')
  await expectClear()
})
