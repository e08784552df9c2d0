import { checkData } from '@barkyard/db/check'
import { endWithError } from './end-with-error.ts'
import { withDatabase } from './with-database.ts'

/** `pnpm check`: checks that all derived data matches its source. It can run beside the app and changes nothing. */
const main = () =>
  withDatabase(
    async ({ db }) => {
      const began = performance.now()
      const results = await checkData(db)
      for (const { what, rows, wrong, examples } of results)
        console.log(
          `${what}: ${rows} compared, ${wrong === 0 ? 'all right' : `${wrong} WRONG (${examples.join(', ')} …)`}`,
        )
      console.log(`Checked in ${((performance.now() - began) / 1000).toFixed(1)} s`)
      if (results.some(({ wrong }) => wrong > 0)) process.exitCode = 1
    },
    { statementTimeoutMs: 60 * 60 * 1000 },
  )

main().catch(endWithError)
