import { checkData } from '@barkyard/db/check'
import { migrateToLatest } from '@barkyard/db/migrate'
import { openDatabase } from '@barkyard/db/open'
import { startEmbedded } from '@barkyard/postgres/embedded'
import { readConfig } from './config.ts'
import { endWithError } from './end-with-error.ts'

const HOUR_MS = 60 * 60 * 1000

/** `pnpm check`: proves that what is kept beside the data equals it. Works beside a running app; changes nothing. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log: () => {} }) : null
  const db = openDatabase(config.databaseUrl ?? embedded?.url ?? '', { max: 1, statementTimeoutMs: HOUR_MS })
  try {
    await migrateToLatest(db)
    const began = performance.now()
    const results = await checkData(db)
    for (const { what, rows, wrong, examples } of results)
      console.log(
        `${what}: ${rows} compared, ${wrong === 0 ? 'all right' : `${wrong} WRONG (${examples.join(', ')} …)`}`,
      )
    console.log(`Checked in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    if (results.some(({ wrong }) => wrong > 0)) process.exitCode = 1
  } finally {
    await db.destroy()
    await embedded?.stop()
  }
}

main().catch(endWithError)
