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

/** Opens a link, and signs up with the cookie that it has set. */
async function signUpBy(link: URL): Promise<Client> {
  const page = await fetch(`${app.url}${link.pathname}${link.search}`)
  const cookie = page.headers.getSetCookie().find(one => one.startsWith('invite='))
  const guest = new Client(app.url)
  const signedUp = await guest.send('POST', '/api/signup', account(), { cookie: cookie?.split(';')[0] ?? '' })
  expect(signedUp.status).toBe(200)
  return guest
}

test('a link stays the same; both owners are notified of the other’s dog, once', async () => {
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Hetty' })
  const link = await linkOf(owner)
  expect(link.pathname).toBe('/')
  expect(link.searchParams.get('invite')).toMatch(/^[\w-]{22}$/)
  expect(await linkOf(owner)).toEqual(link)
  const guest = await signUpBy(link)
  expect(await bell(owner)).toEqual([])
  const theirs = await createDog(guest as Person, { name: 'Guest' })
  await createDog(guest as Person)
  expect((await bell(owner)).map(({ kind, title, path }) => [kind, title, path])).toEqual([
    ['search', 'A dog joined by your invitation', `/dog/${theirs.id}`],
  ])
  expect((await bell(guest)).map(({ kind, title, path }) => [kind, title, path])).toEqual([
    ['search', 'Hetty invited you to the yard', `/dog/${dog.id}`],
  ])
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
  const join = async () => {
    const guest = new Client(app.url)
    await guest.post('/api/signup', { ...account(), invite })
    return createDog(guest as Person, { name: 'Visit evil.example' })
  }
  const joined = await eightAtOnce(30, join)
  const told = (await bell(owner)).map(({ title, path }) => `${title}: ${path}`)
  expect(told.sort()).toEqual(joined.map(({ id }) => `A dog joined by your invitation: /dog/${id}`).sort())
})

test('a replaced link invites nobody, also by a cookie that it has set', async () => {
  const { owner } = await ownerWithDog(app.url)
  const former = await linkOf(owner)
  const page = await fetch(`${app.url}${former.pathname}${former.search}`)
  const cookie = page.headers.getSetCookie().find(one => one.startsWith('invite='))
  const { status, body } = await owner.delete<{ url: string }>('/api/invite')
  expect(status).toBe(200)
  const link = await linkOf(owner)
  expect(link.href).toBe(body.url)
  expect(link.search).not.toBe(former.search)
  const guest = new Client(app.url)
  await guest.send('POST', '/api/signup', account(), { cookie: cookie?.split(';')[0] ?? '' })
  await createDog(guest as Person)
  await createDog((await signUpBy(former)) as Person)
  expect(await bell(owner)).toEqual([])
  await createDog((await signUpBy(link)) as Person)
  expect(await bell(owner)).toHaveLength(1)
})

test('an unknown or malformed code changes nothing', async () => {
  const { owner } = await ownerWithDog(app.url)
  await linkOf(owner)
  for (const invite of ['x'.repeat(22), '../..']) {
    const guest = new Client(app.url)
    expect((await guest.post('/api/signup', { ...account(), invite })).status).toBe(200)
    await createDog(guest as Person)
  }
  expect(await bell(owner)).toEqual([])
})

test('somebody who is signed in, and a link without a code, get no cookie', async () => {
  const { owner } = await ownerWithDog(app.url)
  const link = await linkOf(owner)
  const signedIn = await fetch(`${app.url}/${link.search}`, { headers: { cookie: owner.cookie ?? '' } })
  expect(signedIn.headers.getSetCookie().join()).not.toContain('invite=')
  for (const path of ['/', '/?invite=', '/?invite=%00'])
    expect((await fetch(`${app.url}${path}`)).headers.getSetCookie()).toEqual([])
})

test('an inviter whose dog was hidden meanwhile is not shown', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const guest = await signUpBy(await linkOf(owner))
  await app.services.db.updateTable('dogs').set({ hidden_at: new Date() }).where('id', '=', dog.id).execute()
  await createDog(guest as Person)
  expect(await bell(guest)).toEqual([])
})
