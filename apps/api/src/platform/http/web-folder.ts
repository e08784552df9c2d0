import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the built web app: `client` for the browser, `server` for rendering. The path is right from src/ and dist/. */
export function webFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'web', 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) return join(process.cwd(), 'dist')
    folder = parent
  }
  return join(folder, 'web', 'dist')
}
