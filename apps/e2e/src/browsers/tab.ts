import type { Cookie, Page } from '@playwright/test'

export type Name = string | RegExp
export type Role = Parameters<Page['getByRole']>[0]

/** How elements are found, in a page or in an element. A string matches any part of the text, in either case. */
export interface Finder {
  getByRole(role: Role, options?: { name?: Name }): Spot
  getByLabel(text: Name): Spot
  getByText(text: Name): Spot
  getByPlaceholder(text: string): Spot
  /** By a CSS selector. */
  locator(selector: string): Spot
}

/** What the flows need of a Playwright Locator. */
export interface Spot extends Finder {
  first(): Spot
  click(): Promise<void>
  fill(text: string): Promise<void>
  press(key: string): Promise<void>
  check(): Promise<void>
  /** An option of a select by its value. */
  selectOption(value: string): Promise<unknown>
  /** Paths of files. */
  setInputFiles(files: string[]): Promise<void>
  waitFor(options?: { state?: 'visible' | 'hidden' | 'attached' }): Promise<void>
  count(): Promise<number>
  isVisible(): Promise<boolean>
  inputValue(): Promise<string>
}

/** What the flows need of a Playwright Page: Firefox has one of Playwright's, WebKit has the one of webkit.ts. */
export interface Tab extends Finder {
  goto(url: string): Promise<unknown>
  reload(): Promise<unknown>
  goBack(): Promise<unknown>
  goForward(): Promise<unknown>
  waitForURL(url: RegExp): Promise<void>
  evaluate<Result>(work: () => Result | Promise<Result>): Promise<Result>
}

/** A browser under test. */
export interface TestedBrowser {
  /** A new tab of its own profile with these cookies, which opens paths of the site at `url`. */
  open(url: string, cookies: readonly Cookie[]): Promise<Tab & { close(): Promise<void> }>
  close(): Promise<void>
}

export const VIEWPORT = { width: 1280, height: 900 }
