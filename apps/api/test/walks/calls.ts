import type { Walk } from '@barkyard/domain/schemas/walk'
import { expect } from 'vitest'
import type { Person } from '../client.ts'

export const call = (person: Person, id: string, verb: string, body: object = {}) =>
  person.post<Walk>(`/api/walks/${id}/${verb}`, body)

/** Opens walks, by the host of the test that runs. */
export function walkCalls(which: () => { host: Person; start: number }) {
  const open = (fields: object = {}, person = which().host) =>
    person.post<Walk>('/api/walks', {
      whenTs: new Date(which().start).toISOString(),
      parkName: 'Dolores Park',
      title: 'Slow walk',
      maxDogs: 3,
      ...fields,
    })
  async function opened(fields: object = {}): Promise<Walk> {
    const { status, body } = await open(fields)
    expect(status).toBe(200)
    return body
  }
  return { open, opened }
}
