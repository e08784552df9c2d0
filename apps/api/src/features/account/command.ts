import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { inTransaction } from '@barkyard/db/open'
import { listSessions } from '@barkyard/db/queries/account/account'
import { deleteUsers } from '@barkyard/db/queries/account/delete-users'
import { openLink } from '@barkyard/db/queries/account/links'
import type { UserRow } from '@barkyard/db/queries/account/users'
import { writeAudit } from '@barkyard/db/queries/audit'
import { newId } from '@barkyard/db/queries/ids'
import { hasPasskey } from '@barkyard/db/queries/passkeys/passkeys'
import { LinkTokens } from '../../platform/access/link-token.ts'
import { SESSION_DAYS } from '../../platform/access/sessions.ts'
import { accountOf, ask, CommandError, nobodyHas } from '../../platform/operation/command.ts'
import type { CommandServices } from '../../services.ts'
import { photoStorage, removeDeletedPhotos } from '../photos/index.ts'
import { accountArchive } from './archive.ts'
import { LINK_MS, linkUrl } from './mails.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const SESSIONS_SHOWN = 500

/** Prints a link that sets a new password, like the one in the mail. Earlier links stop working. */
export async function printResetLink(services: CommandServices, email: string): Promise<void> {
  await printLink(services, await accountOf(services.db, email), 'reset-password')
}

/** Prints a link that adds the first passkey of an account, which staff needs where `ADMIN_PASSKEY` is set. */
export async function printPasskeyLink(services: CommandServices, email: string): Promise<void> {
  const user = await accountOf(services.db, email)
  if (await hasPasskey(services.db, user.id))
    throw new CommandError(`${email} has a passkey: more are added in the settings, after signing in with it.`)
  await printLink(services, user, 'add-passkey')
}

async function printLink(
  { db, config }: CommandServices,
  user: UserRow & { email: string },
  purpose: 'reset-password' | 'add-passkey',
): Promise<void> {
  if (config.oidc) throw new CommandError('The OpenID provider decides how people sign in: change it there.')
  if (user.is_demo) throw new CommandError('The demo’s accounts stay as they are.')
  const [id, now] = [newId(), new Date()]
  const expiresAt = new Date(now.getTime() + LINK_MS[purpose])
  await inTransaction(db, trx =>
    openLink(trx, {
      id,
      isMailed: false,
      userId: user.id,
      purpose,
      email: user.email,
      askedAt: now,
      expiresAt,
    }),
  )
  const linkTokens = new LinkTokens(config.sessionSecret)
  console.log(linkUrl({ linkTokens, config }, purpose, id))
}

/** Prints a line for each session: last use, start and device. The most recently used comes first. */
export async function printSessions({ db }: CommandServices, email: string): Promise<void> {
  const { id } = await accountOf(db, email)
  const since = new Date(Date.now() - SESSION_DAYS * DAY_MS)
  const sessions = await listSessions(db, id, { since, currentId: null, limit: SESSIONS_SHOWN })
  if (sessions.length === 0) console.log(`${email} is signed in nowhere.`)
  for (const { lastUsedAt, createdAt, device } of sessions)
    console.log(`last used ${lastUsedAt}  since ${createdAt}  ${device ?? 'unknown device'}`)
}

/** Writes the archive of an account to a new file that only its owner can read. */
export async function exportAccount(services: CommandServices, email: string, file: string): Promise<void> {
  const { id } = await accountOf(services.db, email)
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await new Promise((resolve, reject) => output.once('open', resolve).once('error', reject)).catch(error => {
    throw new CommandError(
      error.code === 'EEXIST' ? `${file} is there already.` : `${file} cannot be written: ${error.code}`,
    )
  })
  try {
    const archive = await accountArchive(
      { db: services.db, photos: await photoStorage(services.config, console) },
      id,
      new Date(),
    )
    if (!archive) throw nobodyHas(email)
    await pipeline(archive, output)
  } catch (error) {
    // Remove the incomplete archive.
    output.destroy()
    await rm(file, { force: true })
    throw error
  }
  console.log(`Everything of ${email} is in ${file}.`)
}

/** Deletes an account as its owner would. Without --yes it asks at the terminal first. */
export async function deleteAccount(
  { db, config }: CommandServices,
  email: string,
  { isSure }: { isSure: boolean },
): Promise<void> {
  const { id, is_admin } = await accountOf(db, email)
  if (is_admin) throw new CommandError(`${email} is an admin: revoke that first.`)
  const question = `This cannot be undone. Type ${email} to delete the account: `
  if (!isSure && (await ask(question, 'There is no terminal to ask at: add --yes to delete the account.')) !== email)
    throw new CommandError('Nothing was deleted.')
  await inTransaction(db, async trx => {
    const deleted = await deleteUsers(trx, [id], new Date())
    if (deleted === 'user-not-found') throw nobodyHas(email)
    const { userIds, dogIds } = deleted
    await writeAudit(trx, null, { action: 'users-deleted', detail: { users: 1, dogs: dogIds.length, userIds } })
  })
  await removeDeletedPhotos({ db, photos: await photoStorage(config, console) })
  console.log(`${email} is deleted, with all dogs, photos, matches, messages and playdates.`)
}
