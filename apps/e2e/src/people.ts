import { drawPortrait, portraitTraits } from '@barkyard/art/portrait'
import type { Dog, NewDog } from '@barkyard/domain/schemas/dog'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Photo } from '@barkyard/domain/schemas/photo'
import type { User } from '@barkyard/domain/schemas/user'
import type { APIRequestContext, Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import sharp from 'sharp'

export const PASSWORD = 'correct horse battery'

let counter = 0
const unique = () => `${process.pid}-${++counter}`

/**
 * Waits until the app runs in a window: before, a click on a button of the server's drawing does nothing. One on a link
 * loads the next page as a whole, and the browser scrolls it to where it was.
 */
export function appRuns(page: Page) {
  return page.waitForFunction(
    () => !document.getElementById('root') || document.querySelector('section[aria-label$="(F8)"]'),
  )
}

/** Makes a window wait for the app after each load that begins with the server's drawing. */
function waitAfterLoads(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const settled = async <T>(loading: Promise<T>) => {
    const answer = await loading
    if (await page.locator('#bootstrap-data').count()) await appRuns(page)
    return answer
  }
  page.goto = (...args) => settled(goto(...args))
  page.reload = (...args) => settled(reload(...args))
}

/** A user with an account, who acts over REST here and in the browser through `open`. */
export class Person {
  /** A user who signs up always has an address. */
  readonly user: User & { email: string }
  readonly context: BrowserContext
  /** Where the app is: "http://localhost:PORT". */
  readonly url: string
  readonly #api: APIRequestContext

  constructor(user: User & { email: string }, context: BrowserContext, url: string) {
    this.user = user
    this.context = context
    this.url = url
    this.#api = context.request
  }

  /** Opens a path in a window (a tab of the person's browser), and waits until the app runs there, now and after later loads. */
  async open(path: string): Promise<Page> {
    const page = await this.context.newPage()
    waitAfterLoads(page)
    await page.goto(path)
    await appRuns(page)
    return page
  }

  async call<T>(method: string, path: string, data?: unknown): Promise<T> {
    const response = await this.#api.fetch(`/api${path}`, { method, ...(data !== undefined && { data }) })
    if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}: ${await response.text()}`)
    return (await response.json()) as T
  }

  /** A dog; made active unless told otherwise. */
  async dog(fields: Partial<NewDog> = {}, { isActive = true } = {}): Promise<Dog> {
    const dog = await this.call<Dog>('POST', '/dogs', {
      name: `Dog ${unique()}`,
      breed: 'Corgi',
      size: 'small',
      sex: 'female',
      ageYears: 3,
      temperament: ['playful'],
      bio: null,
      ...fields,
    })
    if (isActive) await this.activate(dog)
    return dog
  }

  activate(dog: Dog) {
    return this.call('POST', '/active-dog', { dogId: dog.id })
  }

  livesAt(place: { lat: number; lng: number; city?: string }) {
    return this.call<User>('PATCH', '/user/location', place)
  }

  async photo(dog: Dog): Promise<Photo> {
    const response = await this.#api.post('/api/photos', {
      multipart: { dogId: dog.id, photo: { name: 'dog.png', mimeType: 'image/png', buffer: await portraitPng(dog) } },
    })
    if (!response.ok()) throw new Error(`upload answered ${response.status()}`)
    return (await response.json()) as Photo
  }

  async bark(at: Dog): Promise<string> {
    const { matchId } = await this.call<{ matchId: string }>('POST', '/bark', { toDogId: at.id })
    return matchId
  }

  matches() {
    return this.call<Match[]>('GET', '/matches')
  }
}

/** Signs somebody up and gives them a browser of their own. */
export async function newPerson(
  browser: Browser,
  url: string,
  fields: { email?: string; firstName?: string; lastName?: string } = {},
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext({ baseURL: url, ...options })
  const response = await context.request.post('/api/signup', {
    data: {
      email: `owner-${unique()}@example.test`,
      password: PASSWORD,
      firstName: 'Robin',
      lastName: 'Hale',
      ...fields,
    },
  })
  if (!response.ok()) throw new Error(`sign-up answered ${response.status()}: ${await response.text()}`)
  return new Person((await response.json()) as Person['user'], context, url)
}

/** A drawn portrait of a dog as a file. */
export function portraitPng(dog: Pick<Dog, 'name' | 'breed' | 'size' | 'temperament'>): Promise<Buffer> {
  const traits = portraitTraits({ ...dog, seed: dog.name })
  return sharp(Buffer.from(drawPortrait(traits)))
    .png()
    .toBuffer()
}
