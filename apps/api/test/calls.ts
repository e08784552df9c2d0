import { addressOf, OPERATIONS } from './rest/document.ts'

/** An id that no row has. */
export const NOBODY = '01890000-0000-7000-8000-000000000000'

export const inHours = (hours: number, from = new Date()) => new Date(from.getTime() + hours * 3_600_000).toISOString()
/** What proposes a playdate. @param hours until it begins. */
export const playdateOf = (matchId: string, hours = 24, from = new Date()) => ({
  matchId,
  whenTs: inHours(hours, from),
  parkName: 'Dolores Park',
})

/** What plans a walk. @param hours until it begins. */
export const walkOf = (hours = 24) => ({
  whenTs: inHours(hours),
  parkName: 'Dolores Park',
  title: 'A walk',
  maxDogs: 4,
})

export const LOST = { lastSeenAt: new Date().toISOString(), lat: 37.76, lng: -122.42, approach: 'shy' }

/** All calls that need a session or token, without those of the panel. */
export const CALLS = OPERATIONS.filter(
  ({ path, operation }) => operation.security?.length !== 0 && !path.startsWith('/admin'),
)

/** Times that are in bounds, instead of those in the examples. They are the same in all calls. */
const TIMES = { lastSeenAt: LOST.lastSeenAt, at: LOST.lastSeenAt, whenTs: inHours(24), expiresAt: inHours(24) }

/** By the name of a parameter or field ("dogId"), or for an `{id}` by the beginning of its path ("dogs"). */
export type Ids = Record<string, string>

/** What makes a call: the document's example with other ids. An id that is not named is nobody's. */
export function requestOf({ verb, path, operation }: (typeof CALLS)[number], ids: Ids) {
  const known: Record<string, unknown> = { ...TIMES, ...ids, ...(ids.photoId && { photoIds: [ids.photoId] }) }
  const [, beginning = ''] = path.split('/')
  const address = addressOf(path).replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => ids[name === 'id' ? beginning : name] ?? NOBODY,
  )
  const query = (operation.parameters ?? [])
    .filter(({ in: where, example }) => where === 'query' && example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(known[name] ?? example))}`)
  const example = operation.requestBody?.content['application/json']?.example as object | undefined
  const body =
    example && Object.fromEntries(Object.entries(example).map(([name, value]) => [name, known[name] ?? value]))
  return { method: verb.toUpperCase(), path: query.length > 0 ? `${address}?${query.join('&')}` : address, body }
}
