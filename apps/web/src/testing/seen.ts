import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { address } from './open.tsx'

/** Waits until the app is at an address. */
export const isAt = (path: string) => expect.poll(address).toBe(path)

/** Waits for a text that is all of an element's. */
export const sees = (text: string | RegExp) =>
  expect.element(page.getByText(text, { exact: true }).first()).toBeVisible()

/** Waits until an element is gone, if it was there. */
export const isGone = (what: ReturnType<typeof page.getByText>) => expect.element(what).not.toBeInTheDocument()

/**
 * Resolves once all that moves into its place has arrived and the page has nothing left to do. An owner sees a dialog
 * before they can leave it, and by then the router knows that Back closes it.
 */
export async function settled() {
  const ending = document.getAnimations().filter(one => one.effect?.getComputedTiming().iterations === 1)
  await Promise.allSettled(ending.map(one => one.finished))
  // A busy machine may never have an idle moment.
  await new Promise(resolve => requestIdleCallback(resolve, { timeout: 5_000 }))
}
