import { DEMO_PASSWORD } from '@barkyard/domain/user'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { appRuns, newPerson } from '../people.ts'
import { MISSING, type Screen, type Viewer } from './screen.ts'

/** Gives each viewer of the demo at `url` one browser. `name` tells apart the newcomers of several callers. */
export function viewersOf(browser: Browser, url: string, options: BrowserContextOptions, name: string) {
  const contexts = new Map<Viewer, Promise<BrowserContext>>()
  const settings = { ...options, baseURL: url }
  async function newContext(viewer: Viewer) {
    const context = await signIn(viewer)
    // Unread messages stay unread for the following screens.
    await context.route(/markSeen/, route => route.abort())
    return context
  }
  async function signIn(viewer: Viewer) {
    if (viewer === 'newcomer' || viewer === 'loner') {
      const person = await newPerson(browser, url, { email: `${viewer}-${name}@screens.test` }, settings)
      if (viewer === 'loner') {
        await person.livesAt({ lat: 42.1, lng: -102.87 })
        await person.dog({ name: 'Prairie' })
      }
      return person.context
    }
    const context = await browser.newContext(settings)
    if (viewer === 'visitor') return context
    const data = { email: `${viewer === 'acting' ? 'admin' : viewer}@demo.test`, password: DEMO_PASSWORD }
    const answer = await context.request.post('/api/login', { data })
    if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}`)
    if (viewer === 'acting') {
      const [dog] = await (await context.request.get('/api/sniff?limit=1')).json()
      await context.request.post(`/api/admin/impersonate-dog/${dog.id}`)
    }
    return context
  }
  return {
    contextOf(viewer: Viewer): Promise<BrowserContext> {
      const context = contexts.get(viewer) ?? newContext(viewer)
      contexts.set(viewer, context)
      return context
    },
    close: () => Promise.all([...contexts.values()].map(async context => (await context).close())),
  }
}

/** Shows a screen in `page`, where `go` goes to its address. */
export async function openScreen(page: Page, screen: Screen, isPhone: boolean, go: (path: string) => Promise<unknown>) {
  page.setDefaultTimeout(60_000)
  await screen.before?.(page)
  await go(typeof screen.path === 'string' ? screen.path : await screen.path(page))
  // A link of the server's drawing may go away under the press.
  await (screen.isBusy ? appRuns(page) : settle(page))
  for (const step of [screen.prepare ?? []].flat()) await step(page, isPhone)
  if (!screen.isBusy) await settle(page)
}

/** Goes to an address without a load of the page. Nothing of the last screen remains, as all leave the one in between. */
export async function goWithin(page: Page, path: string) {
  const missing = page.locator('h1', { hasText: '404 Page Not Found' })
  const go = (address: string) =>
    page.evaluate(to => {
      sessionStorage.clear()
      // The router keeps no scroll position for a new key, and asks no guard where an entry has no number.
      history.pushState({ key: crypto.randomUUID() }, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    }, address)
  await go(MISSING)
  await missing.waitFor({ state: 'attached' })
  await go(path)
  if (path !== MISSING) await missing.waitFor({ state: 'detached' })
}

/** Waits until the app runs and the window shows its content: no spinner, no skeleton, every picture. */
export async function settle(page: Page) {
  await page.waitForFunction(() => {
    const isServers =
      document.getElementById('bootstrap-data') && !document.querySelector('section[aria-label$="(F8)"]')
    const isLoading = [...document.querySelectorAll('[role=status], [aria-busy=true], [role=progressbar]')].some(
      element =>
        element.ariaBusy === 'true' ||
        element.ariaLabel === 'Loading the page' ||
        element.textContent?.includes('Loading...'),
    )
    const pictures = [...document.images].filter(image => {
      const { top, bottom } = image.getBoundingClientRect()
      return bottom > 0 && top < window.innerHeight
    })
    // A lazy one that a scrolling box clips would never be loaded.
    for (const picture of pictures) picture.loading = 'eager'
    return !isServers && !isLoading && document.fonts.status === 'loaded' && pictures.every(image => image.complete)
  })
}
