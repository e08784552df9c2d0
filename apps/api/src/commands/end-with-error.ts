import { isUnreachable } from '@barkyard/db/open'
import { EmbeddedPostgresError } from '@barkyard/postgres/embedded'
import { CommandError } from '../platform/operation/command.ts'
import { ConfigError } from '../settings.ts'

const CURABLE = [CommandError, ConfigError, EmbeddedPostgresError]

/** Says an error: in one line if the operator can fix it, otherwise as a whole. */
export function sayError(error: unknown): void {
  if (CURABLE.some(kind => error instanceof kind) && error instanceof Error) console.error(error.message)
  else if (isUnreachable(error) && error instanceof Error)
    console.error(`The database cannot be reached: ${error.message || error.name}`)
  else console.error(error)
}

export function endWithError(error: unknown): never {
  sayError(error)
  process.exit(1)
}
