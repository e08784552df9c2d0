import type { Browser, Page } from '@playwright/test'
import { type Cookies, onSlowPhone } from './slow-phone.ts'

interface Paints {
  /** Milliseconds from the navigation to the first and to the largest contentful paint. */
  firstPaint: number
  largestPaint: number
  /** The largest element that was painted, such as "img.dog-photo" or "h1". */
  largest: string
  /** Sum of all layout shifts without input. */
  shift: number
}

export interface ColdStart extends Paints {
  /** The size of all downloads on the wire, in bytes. */
  bytes: number
  requests: number
}

/** Runs in the page: collects the browser's paint metrics from the start. */
function watchPaints() {
  const paints: Paints = { firstPaint: 0, largestPaint: 0, largest: '', shift: 0 }
  Object.assign(window, { paints })
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) take(entry)
    }).observe({ type, buffered: true })
  observe('paint', entry => {
    if (entry.name === 'first-contentful-paint') paints.firstPaint = entry.startTime
  })
  observe('largest-contentful-paint', entry => {
    const { element } = entry as PerformanceEntry & { element: Element | null }
    paints.largestPaint = entry.startTime
    paints.largest = element ? `${element.localName} ${element.textContent?.slice(0, 30) ?? ''}`.trim() : ''
  })
  observe('layout-shift', entry => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) paints.shift += value
  })
}

const readPaints = (page: Page) => page.evaluate(() => (window as unknown as { paints: Paints }).paints)

/** Runs in the page: waits until it has nothing to do, and has then painted two frames, whose paints are reported by then. */
async function untilIdle() {
  await new Promise(resolve => requestIdleCallback(resolve, { timeout: 5_000 }))
  for (const _ of ['what the last task changed', 'its report'])
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
}

/** Opens `url` with nothing cached on a slow phone, and watches until the page neither loads nor draws anything more. */
export function coldStart(browser: Browser, url: string, cookies: Cookies = []): Promise<ColdStart> {
  return onSlowPhone(browser, cookies, async (page, session) => {
    await page.addInitScript(watchPaints)
    let [asked, bytes, requests] = [0, 0, 0]
    const loading = new Set<string>()
    session.on('Network.requestWillBeSent', ({ requestId }) => {
      asked += 1
      loading.add(requestId)
    })
    session.on('Network.loadingFailed', ({ requestId }) => loading.delete(requestId))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      loading.delete(requestId)
      bytes += encodedDataLength
      requests += 1
    })
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    // The load event can come long before a signed-in user's page has its data, and an answer can lead to further requests.
    let before: number
    do {
      before = asked
      await page.waitForLoadState('networkidle')
      await page.evaluate(untilIdle)
    } while (asked > before || loading.size > 0)
    return { ...(await readPaints(page)), bytes, requests }
  })
}
