import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { address } from './open.tsx'

/** Waits until the app is at an address. */
export const isAt = (path: string) => expect.poll(address).toBe(path)

/** Waits for a text that is all of an element's. */
export const sees = (text: string | RegExp) =>
  expect.element(page.getByText(text, { exact: true }).first()).toBeVisible()

/** Waits until an element is there to be seen. */
export const isSeen = (what: Locator) => expect.element(what).toBeVisible()

/** Waits until an element is gone, if it was there. */
export const isGone = (what: Locator) => expect.element(what).not.toBeInTheDocument()

/** Takes the toast away, if there is one. */
export async function dismissed(): Promise<void> {
  document.querySelector<HTMLElement>('[aria-label="Dismiss"]')?.click()
  await isGone(page.getByRole('button', { name: 'Dismiss', exact: true }))
}

/** Waits until an element has a text, or contains it. */
export const says = (what: Locator, text: string | RegExp) => expect.element(what).toHaveTextContent(text)

/** Waits until a link leads to an address. */
export const leadsTo = (link: Locator, path: unknown) => expect.element(link).toHaveAttribute('href', path)

/** The text of each element. */
export const texts = (locator: Locator) => locator.elements().map(element => element.textContent)

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
