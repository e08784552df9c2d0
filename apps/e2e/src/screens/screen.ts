import type { Page } from '@playwright/test'

/** The user of the browser: `newcomer` has an account and nothing else. */
export type Viewer = 'visitor' | 'owner' | 'newcomer' | 'admin'

export interface Screen {
  name: string
  viewer: Viewer
  path: string
  /** What to do before the picture is taken: open a dialog, break a call. */
  prepare?: (page: Page, isPhone: boolean) => Promise<unknown>
  /** Runs before the page opens: delays or refuses calls. */
  before?: (page: Page) => Promise<unknown>
  /** Takes a picture of the whole page instead of the window. */
  isWhole?: boolean
  /** The screen shows that it is loading, so there is nothing to wait for. */
  isBusy?: boolean
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

/** For `before`: calls whose address matches fail. */
export const refuse = (pattern: RegExp) => (page: Page) => page.route(pattern, route => route.abort())
/** For `before`: calls whose address matches get no answer. */
export const hold = (pattern: RegExp) => (page: Page) => page.route(pattern, () => {})
