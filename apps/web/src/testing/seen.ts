import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { address } from './open.tsx'

export const main = page.getByRole('main')
export const dialog = page.getByRole('dialog')
/** By its whole name. */
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** By its whole name. */
export const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true })

/** Where an element is in the window, in px. */
export const boxOf = (what: Locator) => what.element().getBoundingClientRect()

/** Presses keys on an element. */
export async function pressOn(what: Locator, keys: string) {
  ;(what.element() as HTMLElement).focus()
  await userEvent.keyboard(keys)
}

/** Waits until the app is at an address. */
export const isAt = (path: string) => expect.poll(address).toBe(path)

/** Waits for texts, each of which is all of an element's. */
export const sees = (...all: (string | RegExp)[]) =>
  isSeen(...all.map(text => page.getByText(text, { exact: true }).first()))

/** Waits until elements are there to be seen. */
export async function isSeen(...all: Locator[]) {
  for (const what of all) await expect.element(what).toBeVisible()
}

/** Waits until elements are gone, if they were there. */
export async function isGone(...all: Locator[]) {
  for (const what of all) await expect.element(what).not.toBeInTheDocument()
}

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
