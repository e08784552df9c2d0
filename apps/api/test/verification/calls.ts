import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import type { AdminVerification, Verification } from '@barkyard/domain/schemas/verification'
import { expect } from 'vitest'
import type { Client, Person } from '../client.ts'
import { withPhoto } from '../lost/calls.ts'

/** The calls of a verification, by the owner or the admin of the test that runs. */
export function verificationCalls(who: () => { owner: Person; dog: Dog; admin: Person }) {
  const start = (kind: 'photo' | 'vaccination', person: Client = who().owner, dogId = who().dog.id) =>
    person.post<{ id: string; code: string | null }>(`/api/dogs/${dogId}/verifications`, { kind })
  const send = async (id: string, person: Client = who().owner) =>
    person.send<Verification>('POST', `/api/verifications/${id}/evidence`, await withPhoto({}))
  const decide = (id: string, body: object, person: Client = who().admin) =>
    person.post<AdminVerification>(`/api/admin/verifications/${id}/decide`, body)
  /** A verification with its evidence. */
  async function waiting(kind: 'photo' | 'vaccination'): Promise<Verification> {
    const { body } = await start(kind)
    return (await send(body.id)).body
  }
  async function approved(kind: 'photo' | 'vaccination', expiresOn?: string): Promise<AdminVerification> {
    const { id, version } = await waiting(kind)
    const { status, body } = await decide(id, { approve: true, expiresOn, version })
    expect(status).toBe(200)
    return body
  }
  return {
    start,
    send,
    decide,
    waiting,
    approved,
    mine: async (person: Client = who().owner) => (await person.get<Verification[]>('/api/verifications')).body,
    queue: async (state = 'waiting') =>
      (await who().admin.get<AdminVerification[]>(`/api/admin/verifications?state=${state}&limit=100`)).body,
    seen: async (person: Client) => (await person.get<SniffDog>(`/api/dogs/${who().dog.id}`)).body,
  }
}
