import type { Page } from '@playwright/test'

/**
 * The user of the browser: `newcomer` has an account and nothing else, `loner` a dog with nobody around, `acting` is an admin
 * who acts as somebody else's dog.
 */
export type Viewer = 'visitor' | 'owner' | 'newcomer' | 'loner' | 'admin' | 'acting'

export interface Screen {
  name: string
  viewer: Viewer
  /** A function reads the id in it first. */
  path: string | ((page: Page) => Promise<string>)
  /** What to do before the picture is taken: open a dialog, break a call. */
  prepare?: (page: Page, isPhone: boolean) => Promise<unknown>
  /** Runs before the page opens, which is loaded for it: delays or refuses calls. */
  before?: (page: Page) => Promise<unknown>
  /** Takes a picture of the whole page instead of the window. */
  isWhole?: boolean
  /** axe sees the same elsewhere. */
  isPictureOnly?: boolean
  /** axe looks at it in a phone's window, not in a desktop's. */
  isPhone?: boolean
  /** The screen shows that it is loading, so there is nothing to wait for. */
  isBusy?: boolean
}

/** The address of no screen. */
export const MISSING = '/no-such-page'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
/** For `prepare`. */
export const click = (name: string | RegExp) => (page: Page) => button(page, name).click()
/** Clicks what opens a dialog, and waits for that. */
export const opens = (name: string | RegExp) => async (page: Page) => {
  await button(page, name).click()
  await page.getByRole('dialog').waitFor()
}

/** For `before`: calls whose address matches fail. */
export const refuse = (pattern: RegExp) => (page: Page) => page.route(pattern, route => route.abort())
/** For `before`: calls whose address matches get no answer. */
export const hold = (pattern: RegExp) => (page: Page) => page.route(pattern, () => {})
