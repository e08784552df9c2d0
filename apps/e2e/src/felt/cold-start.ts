import type { Browser, CDPSession, Page } from '@playwright/test'
import { type Cookies, onSlowPhone } from './slow-phone.ts'

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
}

/** Runs in the page: collects the browser's paint metrics from the start. */
function watchPaints() {
  const paints = { first: 0, largest: 0, largestName: '', shift: 0 }
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
    paints.largestName = element ? `${element.localName} ${element.textContent?.slice(0, 30) ?? ''}`.trim() : ''
  })
  observe('layout-shift', entry => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) paints.shift += value
  })
}

const readPaints = (page: Page): Promise<Paints> =>
  page.evaluate(() => ({
    ...(window as unknown as { paints: Omit<Paints, 'timeOrigin'> }).paints,
    timeOrigin: performance.timeOrigin,
  }))

/** Runs in the page: waits until it has nothing to do, and has then painted two frames, whose paints are reported by then. */
async function untilIdle() {
  await new Promise(resolve => requestIdleCallback(resolve, { timeout: 5_000 }))
  for (const _ of ['what the last task changed', 'its report'])
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
}

async function record(session: CDPSession): Promise<{ time: number; picture: Buffer }[]> {
  const frames: { time: number; picture: Buffer }[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ time: (metadata.timestamp ?? 0) * 1000, picture: Buffer.from(data, 'base64') })
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 70, maxWidth: 375, maxHeight: 812 })
  return frames
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
    const frames = await record(session)
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    // The load event can come long before a signed-in user's page has its data, and an answer can lead to further requests.
    let before: number
    do {
      before = asked
      await page.waitForLoadState('networkidle')
      await page.evaluate(untilIdle)
    } while (asked > before || loading.size > 0)
    const paints = await readPaints(page)
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
