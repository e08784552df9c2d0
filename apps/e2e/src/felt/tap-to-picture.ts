import type { Browser } from '@playwright/test'
import { type Cookies, onSlowPhone } from './slow-phone.ts'

/** The places of the bottom bar. */
const PLACES = ['/doghouse', '/sniff', '/barks', '/playdates', '/my-dogs'] as const
type Place = (typeof PLACES)[number]

export interface Tap {
  from: Place
  to: Place
  /** Milliseconds from the tap to the frame that shows the other page. */
  took: number
}

/** Runs in the page: taps the link to a place, and measures until its heading has been painted. */
async function tap(place: string): Promise<number> {
  const link = document.querySelector<HTMLElement>(`nav[aria-label="Main"] a[href="${place}"]`)
  if (!link) throw new Error(`No way to ${place}`)
  const before = document.querySelector('main h1')
  const began = performance.now()
  link.click()
  const isThere = () => {
    const heading = document.querySelector('main h1')
    return location.pathname === place && heading !== null && heading !== before
  }
  while (!isThere()) await new Promise(requestAnimationFrame)
  // A task after a frame runs once the frame is painted.
  await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
  return performance.now() - began
}

/** Goes from each place to each other one on a slow phone, after each was opened once. */
export async function tapsBetweenPlaces(browser: Browser, url: string, cookies: Cookies): Promise<Tap[]> {
  return onSlowPhone(browser, cookies, async page => {
    await page.goto(`${url}${PLACES[0]}`, { waitUntil: 'load', timeout: 60_000 })
    await page.waitForFunction(() => document.title.includes('Welcome back'))
    const go = (place: Place) => page.evaluate(tap, place)
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
    return taps
  })
}
