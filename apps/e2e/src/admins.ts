import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import type { Person } from './people.ts'
import type { Server } from './server.ts'

const command = join(import.meta.dirname, '../../api/dist/commands/admin.js')

/** `pnpm admin grant|revoke`, as a process beside the running server. Resolves once the server knows the change. */
export async function setAdmin(server: Server, person: Person, isAdmin = true): Promise<void> {
  await promisify(execFile)(process.execPath, [command, isAdmin ? 'grant' : 'revoke', person.user.email], {
    env: { ...process.env, DATABASE_URL: server.databaseUrl, LOG_LEVEL: 'fatal' },
  })
  const answer = async () => (await person.context.request.get('/api/admin/users?limit=1')).status()
  await expect.poll(answer, { timeout: 15_000 }).toBe(isAdmin ? 200 : 403)
}
