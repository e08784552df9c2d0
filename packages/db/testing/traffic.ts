import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface Traffic {
  /** @returns the statements that waited longer for a lock than allowed. */
  stop(): Promise<string[]>
}

/** Reads and writes these tables without a rest, over four connections, each waiting at most `heldUpMs` for a lock. */
export async function startTraffic(url: string, tables: readonly string[], heldUpMs: number): Promise<Traffic> {
  const clients = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new pg.Client({ connectionString: url, lock_timeout: heldUpMs })
      await client.connect()
      return client
    }),
  )
  const heldUp: string[] = []
  let running = true
  const use = async (client: pg.Client) => {
    while (running) {
      for (const table of tables) {
        const row = Math.floor(Math.random() * 1000)
        // Takes the locks of a read and of a write: of the table, and of a row.
        for (const statement of [
          `SELECT FROM ${table} OFFSET ${row} LIMIT 1 FOR NO KEY UPDATE`,
          `DELETE FROM ${table} WHERE false`,
        ])
          await client.query(statement).catch(error => heldUp.push(`${statement}: ${error.message}`))
      }
      await sleep(5)
    }
  }
  const uses = clients.map(use)
  return {
    async stop() {
      running = false
      await Promise.all(uses)
      await Promise.all(clients.map(client => client.end()))
      return heldUp
    },
  }
}
