import { inTransaction } from '@barkyard/db/open'
import { lockUser } from '@barkyard/db/queries/account/users'
import { putJobs } from '@barkyard/db/queries/jobs/jobs'
import { removeAllPasskeys } from '@barkyard/db/queries/passkeys/passkeys'
import { MAIL } from '../../platform/mail/mails.ts'
import { accountOf } from '../../platform/operation/command.ts'
import type { CommandServices } from '../../services.ts'
import { PASSKEY_REMOVED } from './mails.ts'

/** Removes the passkeys of somebody who has lost theirs, with what was signed in with them. A mail says so of each. */
export async function removePasskeys({ db, config }: CommandServices, email: string): Promise<void> {
  const user = await accountOf(db, email)
  const removed = await inTransaction(db, async trx => {
    await lockUser(trx, user.id)
    const { names } = await removeAllPasskeys(trx, user.id)
    const now = new Date()
    const job = { kind: MAIL.name, userId: user.id, priority: 1, dueAt: now, createdAt: now }
    const mails = names.map(passkey => ({ ...job, payload: { mail: PASSKEY_REMOVED.name, passkey } }))
    if (config.mail) await putJobs(trx, mails)
    return names.length
  })
  console.log(`${email} has no passkey any more (removed: ${removed}), and does not need one to sign in.`)
}
