import type { Browser } from '@playwright/test'
import { type Cookies, onSlowPhone } from './slow-phone.ts'

/** The places of the bottom bar. */
const PLACES = ['/doghouse', '/sniff', '/barks', '/playdates', '/my-dogs'] as const

/** Pages that a list leads to: where their link is. */
const FROM_LISTS = { '/sniff': 'main article a[href^="/dog/"]', '/barks': 'main a[href^="/bark-chat/"]' } as const

const inBar = (place: string) => `nav[aria-label="Main"] a[href="${place}"]`

export interface Tap {
  from: string
  /** A place, or the kind of page that a list leads to. */
  to: string
  /** Milliseconds from the tap to the frame that shows the other page. */
  took: number
}

/** Runs in the page: taps a link, and measures until the heading of its page has been painted. */
async function tap(selector: string): Promise<number> {
  const link = document.querySelector<HTMLAnchorElement>(selector)
  if (!link) throw new Error(`No link ${selector}`)
  const { pathname } = link
  const before = document.querySelector('main h1')
  const began = performance.now()
  link.click()
  const isThere = () => {
    const heading = document.querySelector('main h1')
    return location.pathname === pathname && heading !== null && heading !== before
  }
  do await new Promise(requestAnimationFrame)
  while (!isThere())
  // Seen right before it is painted. The next task runs after that.
  await new Promise(resolve => setTimeout(resolve))
  return performance.now() - began
}

/**
 * Goes from each place to each other one on a slow phone, after every one has been opened once, and from two lists to the
 * page of their first row.
 */
export async function tapsBetweenPlaces(browser: Browser, url: string, cookies: Cookies): Promise<Tap[]> {
  return onSlowPhone(browser, cookies, async page => {
    await page.goto(`${url}${PLACES[0]}`, { waitUntil: 'load', timeout: 60_000 })
    await page.waitForFunction(() => document.title.includes('Welcome back'))
    const go = (place: string) => page.evaluate(tap, inBar(place))
    // Wait for their data, so that the measured taps find it cached.
    for (const place of [...PLACES.slice(1), PLACES[0]]) {
      await go(place)
      await page.waitForLoadState('networkidle')
    }
    const taps: Tap[] = []
    for (const from of PLACES) {
      for (const to of PLACES.filter(one => one !== from)) {
        if (new URL(page.url()).pathname !== from) await go(from)
        await page.waitForLoadState('networkidle')
        taps.push({ from, to, took: await go(to) })
      }
    }
    for (const [from, link] of Object.entries(FROM_LISTS)) {
      // Twice: the first time downloads the code of the page.
      for (const isMeasured of [false, true]) {
        if (new URL(page.url()).pathname !== from) await page.evaluate(tap, inBar(from))
        await page.waitForLoadState('networkidle')
        const took = await page.evaluate(tap, link)
        await page.waitForLoadState('networkidle')
        if (isMeasured) taps.push({ from, to: `${new URL(page.url()).pathname.replace(/[^/]+$/, '')}…`, took })
        await page.goBack()
        await page.waitForLoadState('networkidle')
      }
    }
    return taps
  })
}
