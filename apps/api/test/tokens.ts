import type { createdTokenSchema } from '@barkyard/domain/schemas/token'
import type { z } from 'zod'
import { Client, type Person } from './client.ts'

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
export type Created = z.infer<typeof createdTokenSchema>

/** A script that sends a token and keeps no cookie. */
export class Script extends Client {
  readonly token: string
  constructor(url: string, token: string) {
    super(url)
    this.token = token
  }
  override send<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return super.send<T>(method, path, body, { ...bearer(this.token), ...headers })
  }
}

/** Creates a token of a person, and a script that sends it. */
export async function makeToken(
  person: Person,
  fields: { name?: string; isAdmin?: boolean; scopes?: string[]; expiresAt?: string } = {},
) {
  const { status, body } = await person.post<Created>('/api/tokens', { name: 'my script', ...fields })
  if (status !== 200) throw new Error(`creating a token answered ${status}`)
  return { ...body, script: new Script(person.url, body.token) }
}
