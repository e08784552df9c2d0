import * as api from './dist/orval.ts'
import { configure } from './orval-fetch.ts'
import { cookieOf, DOG, PASSWORD, type Person } from './person.ts'

/** Signs up, barks at the nearest dog and writes to it. @returns what the chat then holds. */
export async function play(server: string, { email, place }: Person): Promise<string[]> {
  configure(server, {})
  const { headers } = await api.signUp({ email, password: PASSWORD, firstName: 'Or', lastName: 'Val' })
  configure(server, { cookie: cookieOf(headers) })
  const made = await api.createToken({ name: 'orval' })
  if (made.status !== 200) throw new Error(made.data.reason)

  configure(server, { authorization: `Bearer ${made.data.token}` })
  await api.setMyLocation(place)
  const dog = await api.createDog(DOG)
  if (dog.status !== 200) throw new Error(dog.data.reason)
  await api.chooseActiveDog({ dogId: dog.data.id })
  const near = await api.sniffDogs({ sizes: ['small'], limit: 1 })
  if (near.status !== 200) throw new Error(near.data.reason)
  const bark = await api.barkAtDog({ toDogId: near.data[0]?.id ?? '' })
  if (bark.status !== 200) throw new Error(bark.data.reason)
  await api.sendMessage(bark.data.matchId, { body: 'woof, typed', clientId: 'one' })
  const messages = await api.listMessages(bark.data.matchId)
  return messages.status === 200 ? messages.data.map(({ body }) => body) : []
}
