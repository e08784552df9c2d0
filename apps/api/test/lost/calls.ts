import { randomBytes } from 'node:crypto'
import { newId } from '@barkyard/db/queries/ids'
import type { Database } from '@barkyard/db/schema'
import type { Sighted, Sighting } from '@barkyard/domain/schemas/lost'
import type { Insertable } from 'kysely'
import type { TestApp } from '../app.ts'
import { type Client, type Person, photo } from '../client.ts'

/** A case of a dog, open unless told otherwise. A row, because what a new owner opens waits for a moderator. */
export async function lostCase(
  app: TestApp,
  { owner, dog }: { owner: Person; dog: { id: string } },
  fields: Partial<Insertable<Database['lost_cases']>> = {},
) {
  const now = app.services.now()
  const row = {
    id: newId(),
    dog_id: dog.id,
    user_id: owner.user.id,
    code: randomBytes(12).toString('base64url'),
    state: 'open' as const,
    last_seen_at: now,
    lat: 37.775,
    lng: -122.419,
    approach: 'shy' as const,
    phone: '+1 555 0100',
    show_phone: true,
    mark: 'a scar under the left ear',
    created_at: now,
    began_at: now,
    ends_at: new Date(now.getTime() + 72 * 60 * 60 * 1000),
    ...fields,
  }
  await app.services.db.insertInto('lost_cases').values(row).execute()
  await app.services.db
    .insertInto('lost_openings')
    .values({ id: row.id, user_id: row.user_id, dog_id: row.dog_id, opened_at: row.created_at })
    .execute()
  return { id: row.id, code: row.code }
}

export const endCase = (app: TestApp, id: string, outcome: 'found' | 'died' | null = 'found') =>
  app.services.db
    .updateTable('lost_cases')
    .set({ state: outcome === null ? 'ended' : 'closed', outcome, ended_at: app.services.now() })
    .where('id', '=', id)
    .execute()

/** What somebody saw a moment ago. */
export const seen = (fields: object = {}) => ({
  at: new Date(Date.now() - 60_000).toISOString(),
  lat: 37.77,
  lng: -122.42,
  state: 'seen',
  ...fields,
})

/** A form with a photo, or without one as browsers send it. */
export async function withPhoto(fields: Record<string, unknown>, hasPhoto = true): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  form.set('photo', new Blob(hasPhoto ? [new Uint8Array(await photo())] : []), hasPhoto ? 'dog.png' : '')
  return form
}

export const sight = (person: Client, lostId: string, body: object | FormData = seen()) =>
  person.post<Sighted>(`/api/lost/${lostId}/sightings`, body)
export const sightingsOf = async (person: Client, lostId: string) =>
  (await person.get<Sighting[]>(`/api/lost/${lostId}/sightings`)).body
