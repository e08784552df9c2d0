import type { Browser, CDPSession, Page } from '@playwright/test'
import { type Cookies, onSlowPhone } from './slow-phone.ts'

/** The page is complete if there is no larger paint for this long after everything has loaded. In ms. */
const QUIET_MS = 1_500

export interface Frame {
  /** Milliseconds since the navigation began. */
  at: number
  /** JPEG. */
  picture: Buffer
}

export interface ColdStart {
  /** Milliseconds from the navigation to the first and to the largest contentful paint. */
  firstPaint: number
  largestPaint: number
  /** The largest element that was painted, such as "img.dog-photo" or "h1". */
  largest: string
  /** Sum of all layout shifts without input. */
  shift: number
  /** The size of all downloads on the wire, in bytes. */
  bytes: number
  requests: number
  frames: Frame[]
}

interface Paints {
  timeOrigin: number
  first: number
  largest: number
  largestName: string
  shift: number
  lastChange: number
  now: number
}

/** Runs in the page: collects the browser's paint metrics from the start. */
function watchPaints() {
  const paints = { first: 0, largest: 0, largestName: '', shift: 0, lastChange: 0 }
  Object.assign(window, { paints })
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) take(entry)
    }).observe({ type, buffered: true })
  observe('paint', entry => {
    if (entry.name === 'first-contentful-paint') paints.first = entry.startTime
  })
  observe('largest-contentful-paint', entry => {
    const { element } = entry as PerformanceEntry & { element: Element | null }
    paints.largest = entry.startTime
    paints.lastChange = performance.now()
    paints.largestName = element ? `${element.localName} ${element.textContent?.slice(0, 30) ?? ''}`.trim() : ''
  })
  observe('layout-shift', entry => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) paints.shift += value
  })
}

const readPaints = (page: Page): Promise<Paints> =>
  page.evaluate(() => ({
    ...(window as unknown as { paints: Omit<Paints, 'timeOrigin' | 'now'> }).paints,
    timeOrigin: performance.timeOrigin,
    now: performance.now(),
  }))

async function record(session: CDPSession): Promise<{ time: number; picture: Buffer }[]> {
  const frames: { time: number; picture: Buffer }[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ time: (metadata.timestamp ?? 0) * 1000, picture: Buffer.from(data, 'base64') })
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 70, maxWidth: 375, maxHeight: 812 })
  return frames
}

/** Opens `url` with nothing cached on a slow phone, and watches until nothing larger is painted. */
export function coldStart(browser: Browser, url: string, cookies: Cookies = []): Promise<ColdStart> {
  return onSlowPhone(browser, cookies, async (page, session) => {
    await page.addInitScript(watchPaints)
    let [bytes, requests] = [0, 0]
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      requests += 1
    })
    const frames = await record(session)
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    let paints = await readPaints(page)
    // For a signed-in user the load event can come long before the page has its data.
    while (paints.largest === 0 || paints.now - paints.lastChange < QUIET_MS || requests === 0) {
      await page.waitForTimeout(100)
      paints = await readPaints(page)
    }
    await session.send('Page.stopScreencast')
    return {
      firstPaint: paints.first,
      largestPaint: paints.largest,
      largest: paints.largestName,
      shift: paints.shift,
      bytes,
      requests,
      frames: frames.map(({ time, picture }) => ({ at: time - paints.timeOrigin, picture })),
    }
  })
}
