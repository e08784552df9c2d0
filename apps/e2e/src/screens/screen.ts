import type { Page } from '@playwright/test'
import type { Role } from '../browsers/tab.ts'
import { portraitPng } from '../people.ts'

/**
 * The user of the browser: `newcomer` has an account and nothing else, `loner` a dog with nobody around, `acting` is an admin
 * who acts as somebody else's dog.
 */
export type Viewer = 'visitor' | 'owner' | 'newcomer' | 'loner' | 'admin' | 'acting'

type Step = (page: Page, isPhone: boolean) => Promise<unknown>

export interface Screen {
  name: string
  viewer: Viewer
  /** A function reads the id in it first. */
  path: string | ((page: Page) => Promise<string>)
  /** What to do before the picture is taken. */
  prepare?: Step | Step[]
  /** Runs before the page opens, which is loaded for it: delays or refuses calls. */
  before?: (page: Page) => Promise<unknown>
  /** Takes a picture of the whole page instead of the window. */
  isWhole?: boolean
  /** axe looks at it in a phone's window, not in a desktop's. */
  isPhone?: boolean
  /** The screen shows that it is loading, so there is nothing to wait for. */
  isBusy?: boolean
}

/** Screens of one viewer, by their names. */
export const screensOf = (viewer: Viewer, screens: Record<string, Omit<Screen, 'name' | 'viewer'>>): Screen[] =>
  Object.entries(screens).map(([name, screen]) => ({ name, viewer, ...screen }))

/** The answer to a GET of the API. */
export const read = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(`/api${path}`)).json()

/** For `path`: an address with an id from a list of the API, the first one unless told otherwise. */
export const ofListed =
  (list: string, address: (id: string) => string, at = 0) =>
  async (page: Page) =>
    address((await read<{ id: string }[]>(page, list))[at]?.id ?? '')
export const ofNeighbour = (address: (id: string) => string) => ofListed('/sniff?limit=1', address)

/** The address of no screen. */
export const MISSING = '/no-such-page'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
/** For `prepare`. */
export const click = (name: string | RegExp) => (page: Page) => button(page, name).click()
export const clickInDialog = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name }).click()
export const press = (role: Role, name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first().click()
export const check = (name: string | RegExp) => (page: Page) => page.getByRole('radio', { name }).check()
export const fill = (label: string | RegExp, text: string) => (page: Page) => page.getByLabel(label).fill(text)
export const shows = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
export const has = (role: Role, name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first().waitFor()
export const hasDialog = (page: Page) => page.getByRole('dialog').waitFor()
/** Clicks what opens a dialog, and waits for that. */
export const opens = (name: string | RegExp) => async (page: Page) => {
  await button(page, name).click()
  await hasDialog(page)
}

/** For `prepare`: a photo of a Corgi. */
export async function choosesPhoto(page: Page) {
  const buffer = await portraitPng({ name: 'Pistachio', breed: 'Corgi', size: 'small', temperament: [] })
  await page.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
}

/** On a phone the filters of Sniff are behind a button. */
export async function opensFilters(page: Page, isPhone: boolean) {
  if (isPhone) await opens(/^Filters/)(page)
}

/** For `before`: calls whose address matches fail. */
export const refuse = (pattern: RegExp) => (page: Page) => page.route(pattern, route => route.abort())
/** For `before`: calls whose address matches get no answer. */
export const hold = (pattern: RegExp) => (page: Page) => page.route(pattern, () => {})
