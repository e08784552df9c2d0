import type { Page } from '@playwright/test'

/** Holds up what the page asks of these addresses. Returns what lets it go on. */
export async function heldUp(page: Page, addresses: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(addresses, route => released.then(() => route.continue()))
  return release
}

/**
 * Resolves once all that moves into its place has arrived and the page has nothing left to do. An owner sees a dialog before
 * they can leave it, and by then the router knows that Back closes it.
 */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter(one => one.effect?.getComputedTiming().iterations === 1)
    await Promise.allSettled(ending.map(one => one.finished))
    // A busy machine may never have an idle moment.
    await new Promise(resolve => requestIdleCallback(resolve, { timeout: 5_000 }))
  })
