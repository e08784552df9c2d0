import { join } from 'node:path'
import type { PasswordCost } from '../src/platform/access/passwords.ts'

/** The least that argon2 takes. The app at its full cost is tested once. */
export const LOW_COST: PasswordCost = { memoryCost: 8, timeCost: 1 }

const dist = join(import.meta.dirname, '../dist')

/** The built program that decodes photos. */
export const BUILT_DECODER = join(dist, 'platform/storage/decoder-process.js')

const file = join(dist, 'start.js')
const text = `import { start } from ${JSON.stringify(file)}; await start({ passwordCost: ${JSON.stringify(LOW_COST)} })`

/** The arguments of node that run the built app, as dist/main.js does, with passwords that cost little. */
export const BUILT_APP = ['--input-type=module', '--eval', text]
