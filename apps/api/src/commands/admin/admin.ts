import { parseArgs } from 'node:util'
import { inTransaction } from '@barkyard/db/open'
import { listAdmins, setRole } from '@barkyard/db/queries/account/users'
import { writeAudit } from '@barkyard/db/queries/audit'
import { endSuspension } from '@barkyard/db/queries/reports/moderation'
import { roleChanged } from '@barkyard/domain/audit'
import type { Role } from '@barkyard/domain/rights'
import {
  deleteAccount,
  exportAccount,
  printPasskeyLink,
  printResetLink,
  printSessions,
} from '../../features/account/command.ts'
import { closeLost, listLost } from '../../features/lost/command.ts'
import { importFlags, importParks } from '../../features/parks/import/import-parks.ts'
import { removePasskeys } from '../../features/passkeys/command.ts'
import { printJoinCode } from '../../features/sign-in/command.ts'
import { accountOf, CommandError, nobodyHas } from '../../platform/operation/command.ts'
import type { CommandServices } from '../../services.ts'
import { withDatabase } from '../with-database.ts'

const USAGE = `Usage:
  pnpm admin grant EMAIL [--moderator]
                                   make somebody an admin, or a moderator
  pnpm admin revoke EMAIL          take it away again
  pnpm admin lift EMAIL            end a suspension
  pnpm admin list                  who is an admin or a moderator
  pnpm admin reset-link EMAIL      print a link that sets a new password, once, within 30 minutes
  pnpm admin passkeys EMAIL --link
                                   print a link that adds somebody's first passkey, once, within 15 minutes
  pnpm admin passkeys EMAIL --remove
                                   remove somebody's passkeys, and what was signed in with them
  pnpm admin sessions EMAIL        where somebody is signed in
  pnpm admin invite [--uses N] [--days D]
                                   print a code to sign up with while SIGNUP=invite: 1 use, 7 days
  pnpm admin export EMAIL FILE     write everything of an account to a new ZIP file
  pnpm admin delete EMAIL [--yes]  delete an account with everything in it; asks first without --yes
  pnpm admin parks import FILE.geojson [--set NAME] [--dry-run] [--yes] [--all-unnamed]
                                   add the dog parks of a file from OpenStreetMap, and close what an earlier file
                                   of the set (default: the file's name) had and this one has not; --dry-run: only
                                   say what would be done; --yes: do not ask; --all-unnamed: also parks without a name
  pnpm admin lost list             the searches for lost dogs that wait for a moderator or are open
  pnpm admin lost close ID WHY     close one; its owner reads why, and can appeal`

const A_ROLE: Record<Role, string> = { owner: 'an admin', moderator: 'a moderator', admin: 'an admin' }

/** Gives a role, or takes it away ('owner'). */
const assign =
  (role: Role) =>
  async ({ db }: CommandServices, email: string) => {
    const before = await inTransaction(db, async trx => {
      const changed = await setRole(trx, email, role)
      if (!changed) throw nobodyHas(email)
      const { userId, before } = changed
      if (role === 'moderator' && before === 'admin') throw new CommandError(`${email} is an admin. Revoke that first.`)
      if (before !== role)
        await writeAudit(trx, null, { action: 'role-changed', userId, detail: roleChanged(before, role) })
      return before
    })
    console.log(role === 'owner' ? `${email} is no longer ${A_ROLE[before]}.` : `${email} is ${A_ROLE[role]} now.`)
  }

async function lift({ db }: CommandServices, email: string): Promise<void> {
  await inTransaction(db, async trx => {
    const { id: userId } = await accountOf(trx, email)
    if (!(await endSuspension(trx, userId, new Date()))) throw new CommandError(`${email} is not suspended.`)
    await writeAudit(trx, null, { action: 'suspension-lifted', userId })
  })
  console.log(`${email} is no longer suspended.`)
}

async function list({ db }: CommandServices): Promise<void> {
  const admins = await listAdmins(db)
  const lines = admins.map(
    one => `${one.email}  ${one.first_name} ${one.last_name}${one.is_admin ? '' : '  (moderator)'}`,
  )
  console.log(lines.length === 0 ? 'Nobody is an admin.' : lines.join('\n'))
}

/** The options of `invite`; null if they are invalid. */
function inviteOptions(words: readonly string[]): { uses: number; days: number } | null {
  try {
    const options = { uses: { type: 'string', default: '1' }, days: { type: 'string', default: '7' } } as const
    const { values } = parseArgs({ args: [...words], options })
    const [uses, days] = [Number(values.uses), Number(values.days)]
    const isWhole = (number: number, most: number) => Number.isInteger(number) && number >= 1 && number <= most
    return isWhole(uses, 10_000) && isWhole(days, 366) ? { uses, days } : null
  } catch {
    return null
  }
}

/** What `lost …` asks for; null if it is invalid. */
function lostCommand([verb, id, ...why]: readonly string[]): ((services: CommandServices) => Promise<void>) | null {
  if (verb === 'list' && id === undefined) return listLost
  return verb === 'close' && id !== undefined && why.length > 0
    ? services => closeLost(services, id, why.join(' '))
    : null
}

/** What is done with an account, by the words around its e-mail. */
const WITH_EMAIL: Record<string, (services: CommandServices, email: string) => Promise<void>> = {
  grant: assign('admin'),
  'grant --moderator': assign('moderator'),
  revoke: assign('owner'),
  lift,
  'reset-link': printResetLink,
  sessions: printSessions,
  'passkeys --link': printPasskeyLink,
  'passkeys --remove': removePasskeys,
  delete: (services, email) => deleteAccount(services, email, { isSure: false }),
  'delete --yes': (services, email) => deleteAccount(services, email, { isSure: true }),
}

/** The command that the arguments name; null if they are invalid. */
function commandOf([command = '', ...words]: readonly string[]): ((services: CommandServices) => Promise<void>) | null {
  const [email, ...more] = words
  const invite = command === 'invite' ? inviteOptions(words) : null
  if (invite) return services => printJoinCode(services, invite.uses, invite.days)
  const flags = command === 'parks' ? importFlags(words) : null
  if (flags) return services => importParks(services, flags)
  if (command === 'lost') return lostCommand(words)
  if (command === 'list' && email === undefined) return list
  const [file] = more
  if (command === 'export' && email !== undefined && file !== undefined && more.length === 1)
    return services => exportAccount(services, email, file)
  const run = Object.entries(WITH_EMAIL).find(([words]) => words === [command, ...more].join(' '))?.[1]
  return run && email !== undefined ? services => run(services, email) : null
}

/** Can run beside the app on the same DATA_DIR or DATABASE_URL. @returns the exit code. */
export async function admin(words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const command = commandOf(words)
  if (command) await withDatabase(command, { env })
  else console.error(USAGE)
  return command ? 0 : 2
}
