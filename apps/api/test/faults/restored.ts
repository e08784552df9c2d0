import { checkData } from '@barkyard/db/check'
import { startEmbedded } from '@barkyard/postgres/embedded'
import { expect } from 'vitest'
import { startApp, type TestApp } from '../app.ts'

/** The app on the embedded database of a data directory, which has been restored. */
export async function startRestored(dataDir: string): Promise<TestApp & { databaseUrl: string }> {
  const server = await startEmbedded({ dataDir, log: () => {} })
  let app: TestApp | undefined
  const stop = async () => {
    await app?.stop()
    await server.stop()
  }
  try {
    app = await startApp(server.url, { DATA_DIR: dataDir })
    expect((await checkData(app.services.db)).filter(({ wrong }) => wrong > 0)).toEqual([])
    return { ...app, databaseUrl: server.url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
