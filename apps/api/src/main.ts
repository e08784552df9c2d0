import { endWithError } from './commands/end-with-error.ts'
import { start } from './start.ts'

start().catch(endWithError)
