import { sql } from 'kysely'
import type { TestApp } from '../app.ts'
import { Authenticator } from '../authenticator.ts'
import { LOST, playdateOf, walkOf } from '../calls.ts'
import { ownerWithDog, type Person, photo, twoMatched } from '../client.ts'

/** Two who have matched, and a stranger, with something of each kind that has an id: by the names that `requestOf` takes. */
export async function makeWorld({ url, services }: TestApp) {
  const { first, second, matchId } = await twoMatched(url)
  const stranger = await ownerWithDog(url)
  const made = async (by: Person, path: string, body: object) =>
    (await by.post<{ id: string }>(`/api/${path}`, body)).body.id
  const added = await first.owner.upload(first.dog.id, await photo())
  await second.owner.upload(second.dog.id, await photo())
  // A search for a dog made today would wait for a moderator.
  await sql`UPDATE dogs SET created_at = now() - interval '2 days' WHERE id = ${second.dog.id}`.execute(services.db)
  const lost = await made(second.owner, `dogs/${second.dog.id}/lost`, LOST)
  const sighting = { at: LOST.lastSeenAt, lat: LOST.lat, lng: LOST.lng, state: 'seen' }
  const [session] = (await first.owner.get<{ id: string }[]>('/api/sessions')).body
  const ids: Record<string, string> = {
    dogs: first.dog.id,
    dogId: first.dog.id,
    photoId: added.body.id,
    matchId,
    lost,
    sightings: await made(first.owner, `lost/${lost}/sightings`, sighting),
    skips: await made(first.owner, 'skips', { dogId: second.dog.id }),
    verifications: await made(first.owner, `dogs/${first.dog.id}/verifications`, { kind: 'photo' }),
    walks: await made(second.owner, 'walks', walkOf()),
    searches: await made(first.owner, 'searches', { name: 'All', filters: {} }),
    webhooks: await made(first.owner, 'webhooks', { url: 'https://hooks.example.com', events: ['message'] }),
    playdates: await made(first.owner, 'playdates', playdateOf(matchId)),
    tokens: await made(first.owner, 'tokens', { name: 'x' }),
    blocks: await made(first.owner, 'blocks', { dogId: (await ownerWithDog(url)).dog.id }),
    push: first.dog.id,
    sessions: session?.id ?? '',
    passkeys: (await new Authenticator(services.config.publicUrl).addTo(first.owner)).body.id,
  }
  for (const [kind, id] of Object.entries(ids)) if (!id) throw new Error(`the world has no ${kind}`)
  return { first, second, stranger, ids }
}
