import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'

/** Lighthouse's slow 4G, on a phone whose processor is a quarter as fast as this one. */
const NETWORK = { offline: false, latency: 562, downloadThroughput: 1_440_000 / 8, uploadThroughput: 675_000 / 8 }
const CPU_SLOWDOWN = 4

const PHONE: BrowserContextOptions = {
  viewport: { width: 375, height: 812 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

export type Cookies = Parameters<BrowserContext['addCookies']>[0]

/** Gives `use` a page on a slow phone with nothing cached, and closes it afterwards. */
export async function onSlowPhone<T>(
  browser: Browser,
  cookies: Cookies,
  use: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(PHONE)
  try {
    await context.addCookies(cookies)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    return await use(page, session)
  } finally {
    await context.close()
  }
}
