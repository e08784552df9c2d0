import { client } from './dist/hey-api/client.gen.ts'
import * as api from './dist/hey-api/index.ts'
import { cookieOf, DOG, PASSWORD, type Person } from './person.ts'

/** Signs up, barks at the nearest dog and writes to it. @returns what the chat then holds. */
export async function play(server: string, { email, place }: Person): Promise<string[]> {
  client.setConfig({ baseUrl: server })
  const { response } = await api.signUp({ body: { email, password: PASSWORD, firstName: 'Hey', lastName: 'Api' } })
  client.setConfig({ headers: { cookie: cookieOf(response?.headers ?? new Headers()) } })
  const { data: made, error } = await api.createToken({ body: { name: 'hey-api' } })
  if (!made) throw new Error(error.reason)

  client.setConfig({ headers: { authorization: `Bearer ${made.token}` } })
  await api.setMyLocation({ body: place })
  const { data: dog } = await api.createDog({ body: DOG, throwOnError: true })
  await api.chooseActiveDog({ body: { dogId: dog.id } })
  const { data: near } = await api.sniffDogs({ query: { sizes: ['small'], limit: 1 }, throwOnError: true })
  const { data: bark } = await api.barkAtDog({ body: { toDogId: near[0]?.id ?? '' }, throwOnError: true })
  const path = { matchId: bark.matchId }
  await api.sendMessage({ path, body: { body: 'woof, typed', clientId: 'one' }, throwOnError: true })
  const { data: messages } = await api.listMessages({ path, throwOnError: true })
  return messages.map(({ body }) => body)
}
