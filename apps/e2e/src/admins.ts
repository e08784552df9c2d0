import { openDatabase } from '@barkyard/db/open'
import * as users from '@barkyard/db/queries/account/users'
import { expect } from '@playwright/test'
import { PASSWORD, type Person } from './people.ts'
import type { Server } from './server.ts'

/** Grants or revokes admin rights, as `pnpm admin` does. Resolves once the server knows the change. */
export async function setAdmin(server: Server, person: Person, isAdmin = true): Promise<void> {
  const db = openDatabase(server.databaseUrl, { max: 1 })
  await users.setRole(db, person.user.email, isAdmin ? 'admin' : 'owner')
  await db.destroy()
  // Only a new session knows at once.
  if (isAdmin) await person.call('POST', '/login', { email: person.user.email, password: PASSWORD })
  const answer = async () => (await person.context.request.get('/api/admin/users?limit=1')).status()
  await expect.poll(answer, { timeout: 15_000 }).toBe(isAdmin ? 200 : 403)
}
