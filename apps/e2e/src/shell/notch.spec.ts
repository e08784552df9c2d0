import type { Page } from '@playwright/test'
import { setAdmin } from '../admins.ts'
import { settled } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'
import { goWithin, settle } from '../screens/open-screen.ts'
import { newPlace } from '../sniff/sniff-people.ts'

/** An iPhone with a notch, held sideways and upright, in CSS px. */
const SIDEWAYS = { viewport: { width: 844, height: 390 }, insets: { top: 0, left: 59, right: 59, bottom: 21 } }
const UPRIGHT = { viewport: { width: 390, height: 844 }, insets: { top: 59, left: 0, right: 0, bottom: 34 } }

/** What can be read or pressed and lies below the notch or the home indicator: in the open dialog, else on the page. */
async function covered(page: Page, insets: (typeof SIDEWAYS)['insets']): Promise<string[]> {
  await settled(page)
  return page.evaluate(({ top, left, right, bottom }) => {
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
      const edges = edgesOf(element)
      return (
        (edges.includes('top') && box.top < top - 0.5) ||
        (edges.includes('bottom') && box.bottom > innerHeight - bottom + 0.5)
      )
    }

    const range = document.createRange()
    const found: string[] = []
    const root = [...document.querySelectorAll('[role=dialog]')].findLast(one => one.checkVisibility())
    for (const element of (root ?? document.body).querySelectorAll('*')) {
      if (!isShown(element)) continue
      const boxes = element.matches('button, a, input, select, textarea') ? [element.getBoundingClientRect()] : []
      for (const node of element.childNodes) {
        if (!(node instanceof Text) || !node.data.trim()) continue
        range.selectNodeContents(node)
        boxes.push(range.getBoundingClientRect())
      }
      for (const box of boxes)
        if (isCovered(element, box))
          found.push(`${element.tagName} "${element.textContent?.slice(0, 30)}" ${JSON.stringify(box)}`)
    }
    return found
  }, insets)
}

for (const [held, { viewport, insets }] of Object.entries({ sideways: SIDEWAYS, upright: UPRIGHT })) {
  test(`on a phone held ${held} nothing that is read or pressed lies below its notch`, async ({ person, server }) => {
    test.slow()
    const place = newPlace()
    const [me, other] = [await person({}, { viewport, hasTouch: true }), await person()]
    for (const owner of [me, other]) await owner.livesAt(place)
    await me.dog({ name: 'Biscuit' })
    const mochi = await other.dog({ name: 'Mochi' })
    await other.photo(mochi)
    const matchId = await me.bark(mochi)
    await setAdmin(server, me)
    const page = await me.open('/doghouse')
    const session = await me.context.newCDPSession(page)
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
    const expectClear = async (what: string) => expect.soft(await covered(page, insets), what).toEqual([])
    const open = async (path: string) => {
      await goWithin(page, path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await settle(page)
    }
    for (const path of ['/doghouse', '/sniff', '/barks', '/my-dogs', '/profile', '/settings', '/notifications']) {
      await open(path)
      await expectClear(path)
    }
    await open('/sniff')
    await page.getByRole('button', { name: 'Biscuit: menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    await expectClear('the menu')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('dialog', { name: 'Filters' }).getByRole('slider').first().waitFor()
    await expectClear('the drawer of filters')
    await open(`/dog/${mochi.id}`)
    await expectClear('a dog')
    await page
      .getByRole('button', { name: /full screen/ })
      .first()
      .click()
    await page.getByRole('dialog', { name: 'Photos of Mochi' }).waitFor()
    await expectClear('a photo')
    await open(`/bark-chat/${matchId}`)
    await page.getByPlaceholder('Type a message...').waitFor()
    await expectClear('the chat')
    await open('/playdates')
    await page.getByRole('combobox', { name: 'Who would you like to meet?' }).click()
    await page.getByRole('option', { name: 'Mochi' }).click()
    await page.getByRole('button', { name: 'Create Playdate' }).click()
    await page.getByRole('region', { name: 'Map of the parks' }).waitFor()
    await expectClear('the dialog of playdates')
    await open('/onboarding')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Missing information').waitFor()
    await expectClear('the wizard with a toast')
    await open('/admin/reports')
    await page.getByRole('heading', { name: /^Reports/ }).waitFor()
    await expectClear('the admin panel')
    await page.context().clearCookies()
    await page.goto('/')
    for (const at of [0, 0.3, 0.6, 1]) {
      await page.evaluate(part => scrollTo({ top: part * document.body.scrollHeight, behavior: 'instant' }), at)
      await expectClear(`the landing page at ${at}`)
    }
    await page.goto('/api/login')
    await expectClear('the sign-in page')
  })
}
