import { setRole } from '@barkyard/db/queries/account/users'
import type { Role } from '@barkyard/domain/rights'
import type { AuditEntry } from '@barkyard/domain/schemas/admin'
import type { TestApp } from './app.ts'
import { type Person, signUp } from './client.ts'

/** Gives somebody a role, as the command does, without waiting for the cache of sessions. */
export async function giveRole(app: TestApp, person: Person, role: Role): Promise<void> {
  await setRole(app.services.db, person.user.email, role)
  app.services.sessions.forget([person.user.id], [])
}

export const makeAdmin = (app: TestApp, person: Person, isAdmin = true) =>
  giveRole(app, person, isAdmin ? 'admin' : 'owner')

export async function newAdmin(app: TestApp): Promise<Person> {
  const admin = await signUp(app.url, { firstName: 'Alex', lastName: 'Admin' })
  await makeAdmin(app, admin)
  return admin
}

/** The entries that contain a text, newest first. */
export async function auditOf(admin: Person, search: string): Promise<AuditEntry[]> {
  const { body } = await admin.get<AuditEntry[]>(`/api/admin/audit?search=${encodeURIComponent(search)}`)
  return body
}
