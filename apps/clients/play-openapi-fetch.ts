import createClient from 'openapi-fetch'
import type { paths } from './dist/barkyard.ts'
import { cookieOf, DOG, PASSWORD, type Person } from './person.ts'

/** Signs up, barks at the nearest dog, writes to it and proposes a playdate. @returns what the chat then holds. */
export async function play(server: string, { email, place }: Person): Promise<string[]> {
  const open = createClient<paths>({ baseUrl: server })
  const { response } = await open.POST('/signup', {
    body: { email, password: PASSWORD, firstName: 'Open', lastName: 'Fetch' },
  })
  const browser = createClient<paths>({ baseUrl: server, headers: { cookie: cookieOf(response.headers) } })
  const { data: made, error } = await browser.POST('/tokens', { body: { name: 'openapi-fetch' } })
  if (error) throw new Error(error.reason)

  const api = createClient<paths>({ baseUrl: server, headers: { authorization: `Bearer ${made.token}` } })
  await api.PATCH('/user/location', { body: place })
  const { data: dog } = await api.POST('/dogs', { body: DOG })
  await api.POST('/active-dog', { body: { dogId: dog?.id ?? '' } })
  const { data: near = [] } = await api.GET('/sniff', { params: { query: { sizes: ['small'], limit: 1 } } })
  const { data: bark } = await api.POST('/bark', { body: { toDogId: near[0]?.id ?? '' } })
  const path = { matchId: bark?.matchId ?? '' }
  await api.POST('/messages/{matchId}', { params: { path }, body: { body: 'woof, typed', clientId: 'one' } })
  const whenTs = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  const { data: parks = [] } = await api.GET('/parks')
  const plan = { ...path, whenTs, parkName: parks[0]?.name ?? 'Dolores Park' }
  const { error: refusal } = await api.POST('/playdates', { body: plan })
  if (refusal) throw new Error(refusal.reason)
  const { data: messages = [] } = await api.GET('/messages/{matchId}', { params: { path } })
  return messages.map(({ body }) => body)
}
