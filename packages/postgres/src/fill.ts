import { rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startEmbedded } from './embedded.ts'
import { EmbeddedPostgresError } from './error.ts'
import { prepareHome } from './home.ts'

/**
 * Makes the database of a data directory without one, and fills it. @throws the error of `fill`; the directory then holds
 * no database, as before.
 */
export async function fillEmbedded(dataDir: string, fill: (url: string) => Promise<void>): Promise<void> {
  const home = await prepareHome(resolve(dataDir), () => {})
  if (await stat(home.data).catch(() => null))
    throw new EmbeddedPostgresError(
      `There is a database in ${home.path} already: move it away, or set another DATA_DIR`,
    )
  try {
    const server = await startEmbedded({ dataDir, log: () => {} })
    try {
      await fill(server.url)
    } finally {
      await server.stop()
    }
  } catch (error) {
    for (const path of [home.data, join(home.path, 'password')]) await rm(path, { recursive: true, force: true })
    throw error
  }
}
