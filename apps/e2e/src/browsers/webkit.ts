import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import type { Cookie } from '@playwright/test'
import { type Finder, type Name, type Role, type Spot, type Tab, type TestedBrowser, VIEWPORT } from './tab.ts'
import { type Command, startDisplay, startSession, WebDriverError } from './webdriver.ts'

const TIMEOUT_MS = 30_000
/** The property of an element's reference. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
type ElementReference = Record<typeof ELEMENT, string>

const KEYS: Record<string, string> = { Enter: '\uE007', Escape: '\uE00C' }

/** What may pass when the page has drawn itself again. */
const PASSING = new Set([
  'stale element reference',
  'element click intercepted',
  'element not interactable',
  'invalid element state',
])

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
/** A regular expression, as code for the page. */
const pattern = (name: Name) => String(typeof name === 'string' ? new RegExp(escaped(name), 'i') : name)

const library = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** In the page. */
function isVisibleInPage(element: HTMLElement): boolean {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible'
}

/** Searching the page costs more than what it waits for, so each pause (in ms) is longer than the one before. */
const PAUSES = [50, 100, 250, 500]

/** Runs functions in the page of a session. */
class Script {
  readonly command: Command

  constructor(command: Command) {
    this.command = command
  }

  run<Result>(body: string, args: unknown[] = []): Promise<Result> {
    return this.command<Result>('POST', '/execute/sync', { script: body, args })
  }

  /** The elements that steps lead to, each of which is code for the page, and which of them are visible. */
  async find(steps: string[]): Promise<{ elements: ElementReference[]; visible: boolean[] }> {
    const find = `const library = window.TestingLibraryDom
      if (!library) return null
      const elements = [${steps}].reduce((found, step) => step(found), [document.documentElement])
      return { elements, visible: elements.map(${isVisibleInPage}) }`
    const found = await this.run<{ elements: ElementReference[]; visible: boolean[] } | null>(find).catch(left)
    if (found) return found
    await this.run(library).catch(left)
    return this.find(steps)
  }
}

/** Tries until it succeeds, for as long as what went wrong may pass. @throws the last error after 30 s. */
async function eventually<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + TIMEOUT_MS
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const mayPass = error instanceof NotYet || (error instanceof WebDriverError && PASSING.has(error.kind))
      if (!mayPass || performance.now() > until) throw error
      await setTimeout(PAUSES[tries] ?? PAUSES.at(-1))
    }
  }
}

class NotYet extends Error {}

/** A page that is left while it is searched has nothing to find. @throws every other error */
function left(error: unknown): never {
  const isLeft = error instanceof WebDriverError && error.kind === 'no such frame'
  throw isLeft ? new NotYet(error.message) : error
}

class WebKitFinder implements Finder {
  protected readonly script: Script
  protected readonly steps: string[]

  constructor(script: Script, steps: string[] = []) {
    this.script = script
    this.steps = steps
  }

  /** @param search what it finds inside of each element that was found before, called `from` */
  protected inside(search: string): Spot {
    const step = `found => [...new Set(found.flatMap(from => [...${search}]))]`
    return new WebKitSpot(this.script, [...this.steps, step])
  }

  getByRole = (role: Role, { name }: { name?: Name } = {}) =>
    this.inside(`library.queryAllByRole(from, '${role}', { name: ${name === undefined ? name : pattern(name)} })`)
  getByLabel = (text: Name) => this.inside(`library.queryAllByLabelText(from, ${pattern(text)})`)
  getByText = (text: Name) =>
    this.inside(`library.queryAllByText(from, ${pattern(text)}, { ignore: 'script, style, noscript' })`)
  getByPlaceholder = (text: string) => this.inside(`library.queryAllByPlaceholderText(from, ${pattern(text)})`)
  locator = (selector: string) => this.inside(`from.querySelectorAll(${JSON.stringify(selector)})`)
}

class WebKitSpot extends WebKitFinder implements Spot {
  first = () => new WebKitSpot(this.script, [...this.steps, 'found => found.slice(0, 1)'])

  /** Does something with the only element. */
  async #withElement<Result>(use: (path: string, element: ElementReference) => Promise<Result>): Promise<Result> {
    return eventually(async () => {
      const { elements } = await this.script.find(this.steps)
      const [element, ...more] = elements
      if (!element || more.length > 0) throw new NotYet(`${elements.length} elements are ${this.steps.at(-1)}`)
      return use(`/element/${element[ELEMENT]}`, element)
    })
  }

  #type = (path: string, text: string) => this.script.command('POST', `${path}/value`, { text })

  async click() {
    await this.#withElement(path => this.script.command('POST', `${path}/click`))
  }

  async fill(text: string) {
    await this.#withElement(async (path, element) => {
      await this.script.run('arguments[0].focus(); arguments[0].select()', [element])
      await this.#type(path, text)
      // Keys reach whatever has the focus when they arrive.
      const typed = await this.script.run<string>('return arguments[0].value', [element])
      if (typed !== text) throw new NotYet(`The field has ${JSON.stringify(typed)}, not ${JSON.stringify(text)}`)
    })
  }

  async press(key: string) {
    await this.#withElement(path => this.#type(path, KEYS[key] ?? key))
  }

  async check() {
    // What one clicks is the label: the box itself may be drawn by it.
    const click = 'const box = arguments[0]; if (!box.checked) (box.labels[0] ?? box).click(); return box.checked'
    await this.#withElement(async (_, element) => {
      if (!(await this.script.run<boolean>(click, [element]))) throw new NotYet('not checked')
    })
  }

  async selectOption(value: string) {
    const select = `const [list, value] = arguments; list.value = value;
      list.dispatchEvent(new Event('change', { bubbles: true }))`
    await this.#withElement((_, element) => this.script.run(select, [element, value]))
  }

  async setInputFiles(files: string[]) {
    await this.#withElement(path => this.#type(path, files.join('\n')))
  }

  async waitFor({ state = 'visible' }: { state?: 'visible' | 'hidden' | 'attached' } = {}) {
    await eventually(async () => {
      const { visible } = await this.script.find(this.steps)
      const isOne = visible.length === 1 && (state === 'attached' || visible[0])
      const isThere = state === 'hidden' ? !visible.includes(true) : isOne
      if (!isThere) throw new NotYet(`${visible.length} elements, not ${state}: ${this.steps.at(-1)}`)
    })
  }

  async count() {
    return (await this.script.find(this.steps)).elements.length
  }

  async isVisible() {
    return (await this.script.find(this.steps)).visible[0] ?? false
  }

  inputValue() {
    return this.#withElement((_, element) => this.script.run<string>('return arguments[0].value', [element]))
  }
}

class WebKitTab extends WebKitFinder implements Tab {
  readonly #url: string

  constructor(url: string, command: Command) {
    super(new Script(command))
    this.#url = url
  }

  goto = (path: string) => this.script.command('POST', '/url', { url: new URL(path, this.#url).href })
  reload = () => this.script.command('POST', '/refresh')
  goBack = () => this.script.command('POST', '/back')
  goForward = () => this.script.command('POST', '/forward')

  async waitForURL(url: RegExp) {
    await eventually(async () => {
      const now = await this.script.command<string>('GET', '/url').catch(left)
      if (url.test(now)) return
      const text = await this.evaluate(() => document.querySelector('main')?.textContent?.slice(0, 500)).catch(left)
      throw new NotYet(`The page is ${now}, not ${url}: ${text}`)
    })
  }

  evaluate<Result>(work: () => Result | Promise<Result>) {
    return this.script.run<Result>(`return (${work})()`)
  }

  /** Of the page: the window is larger by its toolbar. */
  async setViewportSize({ width, height }: { width: number; height: number }) {
    for (let turn = 0; turn < 2; turn++) {
      const now = await this.evaluate(() => ({ width: innerWidth, height: innerHeight }))
      const outer = await this.script.command<{ width: number; height: number }>('GET', '/window/rect')
      const size = { width: outer.width + width - now.width, height: outer.height + height - now.height }
      await this.script.command('POST', '/window/rect', size)
    }
  }

  /** Only for the site whose page is open. */
  async addCookies(cookies: readonly Cookie[]) {
    for (const { name, value, path, httpOnly } of cookies)
      await this.script.command('POST', '/cookie', { cookie: { name, value, path, httpOnly } })
  }
}

/** WebKitGTK, driven by WebDriver. `miniBrowser`: the path of its small browser. */
export async function startWebKit(miniBrowser: string): Promise<TestedBrowser> {
  const { display, close } = await startDisplay()
  return {
    async open(url, cookies) {
      const session = await startSession(display, miniBrowser)
      const tab = new WebKitTab(url, session.command)
      await tab.goto('/robots.txt')
      await tab.addCookies(cookies)
      await tab.setViewportSize(VIEWPORT)
      return Object.assign(tab, { close: session.close })
    },
    close,
  }
}
