import { migrateToLatest } from '@barkyard/db/migrate'
import { type Db, openDatabase } from '@barkyard/db/open'
import { listAdmins, setAdmin } from '@barkyard/db/queries/users'
import { startEmbedded } from '@barkyard/postgres/embedded'
import { readConfig } from './config.ts'
import { endWithError } from './end-with-error.ts'

const USAGE = `Usage:
  pnpm admin grant EMAIL    make somebody an admin
  pnpm admin revoke EMAIL   take it away again
  pnpm admin list           who is an admin`

/** Runs one command. @returns the exit code. */
async function run(db: Db, command: string | undefined, email: string | undefined): Promise<number> {
  if (command === 'list' && email === undefined) {
    const admins = await listAdmins(db)
    console.log(
      admins.length === 0
        ? 'Nobody is an admin.'
        : admins.map(one => `${one.email}  ${one.first_name} ${one.last_name}`).join('\n'),
    )
    return 0
  }
  if ((command !== 'grant' && command !== 'revoke') || email === undefined) {
    console.error(USAGE)
    return 2
  }
  const isAdmin = command === 'grant'
  if (!(await setAdmin(db, email, isAdmin))) {
    console.error(`Nobody has an account with the e-mail ${email}.`)
    return 1
  }
  console.log(isAdmin ? `${email} is an admin now.` : `${email} is no admin any more.`)
  return 0
}

/** Works beside a running app on the same DATA_DIR or DATABASE_URL. */
async function main(): Promise<void> {
  const [command, email] = process.argv.slice(2)
  const config = readConfig(process.env)
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log: () => {} }) : null
  const db = openDatabase(config.databaseUrl ?? embedded?.url ?? '', { max: 1 })
  try {
    await migrateToLatest(db)
    process.exitCode = await run(db, command, email)
  } finally {
    await db.destroy()
    await embedded?.stop()
  }
}

main().catch(endWithError)
