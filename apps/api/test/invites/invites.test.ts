import { expect, test } from 'vitest'
import { testApp } from '../app.ts'
import {
  notificationsOf as bell,
  Client,
  createDog,
  eightAtOnce,
  ownerWithDog,
  PASSWORD,
  type Person,
  unique,
} from '../client.ts'

const app = testApp()

const linkOf = async (person: Person) => new URL((await person.get<{ url: string }>('/api/invite')).body.url)
const account = () => ({ email: `invited-${unique()}@example.test`, password: PASSWORD, firstName: 'Ida' })

/** The cookie that opening a link sets. */
async function cookieOf(link: URL): Promise<string> {
  const page = await fetch(`${app.url}${link.pathname}${link.search}`)
  return (
    page.headers
      .getSetCookie()
      .find(one => one.startsWith('invite='))
      ?.split(';')[0] ?? ''
  )
}

/** Signs somebody up, with the cookie of a link or a code. */
async function join(cookie: string, fields: object = {}): Promise<Person> {
  const guest = new Client(app.url)
  const { status, body } = await guest.send<Person['user']>(
    'POST',
    '/api/signup',
    { ...account(), ...fields },
    { cookie },
  )
  expect(status).toBe(200)
  return Object.assign(guest, { user: body })
}
const signUpBy = async (link: URL) => join(await cookieOf(link))

test('a link stays the same; both owners are notified of the other’s dog, once', async () => {
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Hetty' })
  const link = await linkOf(owner)
  expect(link.pathname).toBe('/')
  expect(link.searchParams.get('invite')).toMatch(/^[\w-]{22}$/)
  expect(await linkOf(owner)).toEqual(link)
  const guest = await signUpBy(link)
  expect(await bell(owner)).toEqual([])
  const theirs = await createDog(guest, { name: 'Guest' })
  await createDog(guest)
  const told = { kind: 'search', title: 'A dog joined by your invitation', path: `/dog/${theirs.id}` }
  expect(await bell(owner)).toMatchObject([told])
  expect(await bell(guest)).toMatchObject([
    { kind: 'search', title: 'Hetty invited you to the yard', path: `/dog/${dog.id}` },
  ])
  // An inviter whose dog was hidden meanwhile is not shown.
  const late = await signUpBy(link)
  await app.services.db.updateTable('dogs').set({ hidden_at: new Date() }).where('id', '=', dog.id).execute()
  await createDog(late)
  expect(await bell(late)).toEqual([])
})

test('a link’s page and its preview say who invites, and nothing of whose code is nobody’s', async () => {
  const { owner, dog } = await ownerWithDog(app.url, { name: '<Hetty>' })
  const link = await linkOf(owner)
  const page = async ({ search }: URL) => (await fetch(`${app.url}/${search}`)).text()
  const [html, other] = [await page(link), await page(new URL(`/?invite=${'x'.repeat(22)}`, link))]
  const { firstName } = owner.user
  expect(html).toContain(`<bdi>${firstName}</bdi> and <bdi>&lt;Hetty&gt;</bdi> have invited you.`)
  expect(html).toContain(`property="og:title" content="${firstName} and &#60;Hetty&#62; invite you to Barkyard"`)
  expect(html).toMatch(/property="og:image" content="http[^"]+icon-512\.png"/)
  expect(other).toContain('A friend has invited you.')
  // Later without the code, by the cookie.
  const known = await fetch(app.url, { headers: { cookie: `invite=${link.searchParams.get('invite')}` } })
  expect(await known.text()).toContain('have invited you.')
  expect(other).not.toContain('og:title')
  await app.services.db.updateTable('dogs').set({ hidden_at: new Date() }).where('id', '=', dog.id).execute()
  expect(await page(link)).toContain('A friend has invited you.')
})

test('each of thirty dogs that join by a link is a notification that leads to it, in none of their words', async () => {
  const { owner } = await ownerWithDog(app.url)
  const invite = (await linkOf(owner)).searchParams.get('invite')
  const joined = await eightAtOnce(30, async () =>
    createDog(await join('', { invite }), { name: 'Visit evil.example' }),
  )
  const told = (await bell(owner)).map(({ title, path }) => `${title}: ${path}`)
  expect(told.sort()).toEqual(joined.map(({ id }) => `A dog joined by your invitation: /dog/${id}`).sort())
})

test('a replaced link invites nobody, also by a cookie that it has set, nor does an unknown or malformed code', async () => {
  const { owner } = await ownerWithDog(app.url)
  const former = await linkOf(owner)
  const cookie = await cookieOf(former)
  const { status, body } = await owner.delete<{ url: string }>('/api/invite')
  expect(status).toBe(200)
  const link = await linkOf(owner)
  expect(link.href).toBe(body.url)
  expect(link.search).not.toBe(former.search)
  for (const guest of [await join(cookie), await signUpBy(former)]) await createDog(guest)
  for (const invite of ['x'.repeat(22), '../..']) await createDog(await join('', { invite }))
  expect(await bell(owner)).toEqual([])
  await createDog(await signUpBy(link))
  expect(await bell(owner)).toHaveLength(1)
})

test('somebody who is signed in, and a link without a code, get no cookie', async () => {
  const { owner } = await ownerWithDog(app.url)
  const link = await linkOf(owner)
  const signedIn = await fetch(`${app.url}/${link.search}`, { headers: { cookie: owner.cookie ?? '' } })
  expect(signedIn.headers.getSetCookie().join()).not.toContain('invite=')
  for (const path of ['/', '/?invite=', '/?invite=%00'])
    expect((await fetch(`${app.url}${path}`)).headers.getSetCookie()).toEqual([])
})
