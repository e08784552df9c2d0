import { randomBytes } from 'node:crypto'
import { inTransaction } from '@barkyard/db/open'
import { addJoinCode } from '@barkyard/db/queries/sign-in/join-codes'
import { hashToken } from '../../platform/access/sessions.ts'
import type { CommandServices } from '../../services.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Prints a new code with which somebody may sign up while `SIGNUP=invite`, and a link that brings it along. */
export async function printJoinCode({ db, config }: CommandServices, uses: number, days: number): Promise<void> {
  const code = randomBytes(12).toString('base64url')
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + days * DAY_MS)
  await inTransaction(db, trx => addJoinCode(trx, { hash: hashToken(code), uses, createdAt, expiresAt }))
  console.log(`${code}\n${new URL(`/api/login?new&code=${code}`, config.publicUrl)}`)
  console.log(`Good for ${uses === 1 ? 'one account' : `${uses} accounts`} until ${expiresAt.toISOString()}.`)
}
