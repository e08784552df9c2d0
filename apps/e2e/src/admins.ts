import { openDatabase } from '@barkyard/db/open'
import * as users from '@barkyard/db/queries/account/users'
import type { Role } from '@barkyard/domain/rights'
import { expect } from '@playwright/test'
import { PASSWORD, type Person } from './people.ts'
import type { Server } from './server.ts'

export const setAdmin = (server: Server, person: Person, isAdmin = true) =>
  setRole(server, person, isAdmin ? 'admin' : 'owner')

/** The address of a person counts as confirmed, as lost dogs and parks need. */
export async function confirmAddress(server: Server, { user }: Person): Promise<void> {
  const db = openDatabase(server.databaseUrl, { max: 1 })
  await db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', user.id).execute()
  await db.destroy()
}

/** Changes a role, as `pnpm admin` does. Resolves once the server knows the change. */
export async function setRole(server: Server, person: Person, role: Role): Promise<void> {
  const isAdmin = role === 'admin'
  const db = openDatabase(server.databaseUrl, { max: 1 })
  await users.setRole(db, person.user.email, role)
  await db.destroy()
  // Only a new session knows at once.
  if (role !== 'owner') await person.call('POST', '/login', { email: person.user.email, password: PASSWORD })
  const answer = async () => (await person.context.request.get('/api/admin/users?limit=1')).status()
  await expect.poll(answer).toBe(isAdmin ? 200 : 403)
}
