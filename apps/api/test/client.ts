import type { Dog, NewDog } from '@barkyard/domain/schemas/dog'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { Notification } from '@barkyard/domain/schemas/notification'
import type { Photo } from '@barkyard/domain/schemas/photo'
import type { User } from '@barkyard/domain/schemas/user'
import sharp from 'sharp'
import { faultOfAnswer } from './rest/document.ts'

export interface Answer<T> {
  status: number
  headers: Headers
  body: T
}

let counter = 0
/** A number that is unique in this process. */
export const unique = () => ++counter

/** Today's noon where days are counted: n times 24 hours later it is n days later, also when the clocks change. */
export const noon = () => new Date().setUTCHours(20, 0, 0, 0)

export const PASSWORD = 'correct horse battery'

/**
 * Calls the REST API like a browser or script, and keeps the cookie. An answer that does not match the OpenAPI document
 * fails the test.
 */
export class Client {
  cookie: string | undefined
  readonly url: string

  constructor(url: string) {
    this.url = url
  }

  async send<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const isForm = body instanceof FormData || body instanceof URLSearchParams
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie())
      if (cookie.startsWith('session=')) this.cookie = cookie.split(';')[0]
    const text = await response.text()
    if (/^\/(api(?!\/trpc\b)|photos|calendar)(\/|$)/.test(new URL(`${this.url}${path}`).pathname)) {
      const fault = faultOfAnswer(method, path, { status: response.status, headers: response.headers, text })
      if (fault !== null) throw new Error(`${method} ${path}: ${fault}`)
    }
    const isJson = text !== '' && response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T }
  }

  get<T = unknown>(path: string): Promise<Answer<T>> {
    return this.send<T>('GET', path)
  }
  post<T = unknown>(path: string, body?: unknown): Promise<Answer<T>> {
    return this.send<T>('POST', path, body)
  }
  patch<T = unknown>(path: string, body?: unknown): Promise<Answer<T>> {
    return this.send<T>('PATCH', path, body)
  }
  delete<T = unknown>(path: string, body?: unknown): Promise<Answer<T>> {
    return this.send<T>('DELETE', path, body)
  }

  upload(dogId: string, photo: Buffer, name = 'photo.png'): Promise<Answer<Photo & ErrorBody>> {
    const form = new FormData()
    form.set('dogId', dogId)
    form.set('photo', new Blob([new Uint8Array(photo)]), name)
    return this.send('POST', '/api/photos', form)
  }
}

/** A user with an address, which every user who signed up has. */
type SignedUp = User & { email: string }

export interface Person extends Client {
  user: SignedUp
}

export async function signUp(
  url: string,
  fields: { email?: string; firstName?: string; lastName?: string; password?: string } = {},
): Promise<Person> {
  const client = new Client(url)
  const email = fields.email ?? `owner-${unique()}@example.test`
  const { status, body } = await client.post<SignedUp>('/api/signup', {
    email,
    password: PASSWORD,
    firstName: 'Robin',
    lastName: 'Hale',
    ...fields,
  })
  if (status !== 200) throw new Error(`sign-up answered ${status}: ${JSON.stringify(body)}`)
  return Object.assign(client, { user: body })
}

/** Another browser of an owner, signed in there. @param device its user agent. */
export async function anotherBrowser({ url, user }: Person, device = 'node'): Promise<Person> {
  const browser = Object.assign(new Client(url), { user })
  const fields = { email: user.email, password: PASSWORD }
  const { status } = await browser.send('POST', '/api/login', fields, { 'user-agent': device })
  if (status !== 200) throw new Error(`signing in answered ${status}`)
  return browser
}

export const A_DOG: NewDog = {
  name: 'Biscuit',
  breed: 'Corgi',
  size: 'small',
  sex: 'female',
  ageYears: 3,
  temperament: ['playful'],
  bio: null,
}

export async function createDog(person: Client, fields: Partial<NewDog> = {}): Promise<Dog> {
  const { status, body } = await person.post<Dog>('/api/dogs', { ...A_DOG, ...fields })
  if (status !== 200) throw new Error(`creating a dog answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** A new owner with an active dog at a place. Default: San Francisco. */
export async function ownerWithDog(
  url: string,
  fields: Partial<NewDog> = {},
  place: { lat: number; lng: number } | null = { lat: 37.7749, lng: -122.4194 },
) {
  const owner = await signUp(url)
  if (place) await owner.patch('/api/user/location', place)
  const dog = await createDog(owner, fields)
  await owner.post('/api/active-dog', { dogId: dog.id })
  return { owner, dog }
}

/** All pages of a list, one after the other. */
export async function pagesOf<T>(person: Client, path: string): Promise<T[][]> {
  const pages: T[][] = []
  for (let next = path; ; ) {
    const { status, body, headers } = await person.get<T[]>(next)
    if (status !== 200) throw new Error(`${next} answered ${status}: ${JSON.stringify(body)}`)
    pages.push(body)
    const cursor = headers.get('x-next-cursor')
    const link = headers.get('link') ?? ''
    if (link.includes('rel="next"') !== (cursor !== null))
      throw new Error(`${next} has ${cursor}, and the link ${link}`)
    if (cursor === null) return pages
    next = `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`
  }
}

export const notificationsOf = async (person: Client) => (await person.get<Notification[]>('/api/notifications')).body

/** What a call answers `count` times, eight at once: on a busy machine more would wait too long for a connection. */
export async function eightAtOnce<T>(count: number, call: (n: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  while (answers.length < count) {
    const next = Array.from({ length: Math.min(8, count - answers.length) }, (_, n) => call(answers.length + n))
    answers.push(...(await Promise.all(next)))
  }
  return answers
}

/** Two owners whose dogs have matched; the first one barked. */
export async function twoMatched(url: string) {
  const first = await ownerWithDog(url, { name: 'Ada' })
  const second = await ownerWithDog(url, { name: 'Bo' })
  const { body } = await first.owner.post<{ matchId: string }>('/api/bark', { toDogId: second.dog.id })
  return { first, second, matchId: body.matchId }
}

/** The same with names: Ann with her dog Ada, who barked first, and Bob with Bo. */
export async function annAndBob(url: string) {
  const { first, second, matchId } = await twoMatched(url)
  return { ann: first.owner, bob: second.owner, ada: first.dog.id, bo: second.dog.id, matchId }
}

export const photo = (width = 64, height = 48, format: 'png' | 'jpeg' | 'webp' = 'png'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: unique() % 255, b: 90 } } })
    .toFormat(format)
    .toBuffer()
