import { vi } from 'vitest'
import { admin } from '../src/commands/admin/admin.ts'
import { sayError } from '../src/commands/end-with-error.ts'
import type { TestApp } from './app.ts'

/** `pnpm admin …` beside the app, on its database, without the start of a process. */
export async function adminCommand({ services, dataDir }: TestApp, words: string[], more: Record<string, string> = {}) {
  const printed = { out: '', err: '' }
  const spies = (['log', 'error'] as const).map(stream =>
    vi.spyOn(console, stream).mockImplementation(text => {
      printed[stream === 'log' ? 'out' : 'err'] += `${text}\n`
    }),
  )
  const env = { DATABASE_URL: services.config.databaseUrl ?? '', DATA_DIR: dataDir, LOG_LEVEL: 'fatal', ...more }
  const code = await admin(words, env)
    .catch(error => {
      sayError(error)
      return 1
    })
    .finally(() => {
      for (const spy of spies) spy.mockRestore()
    })
  return { code, ...printed }
}
