import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * Reads and writes these tables without a rest, over four connections, each waiting at most `heldUpMs` for a lock.
 * @returns what stops it, and then tells the statements that waited longer. It may be called again.
 */
export function startTraffic(url: string, tables: readonly string[], heldUpMs: number) {
  const pool = new pg.Pool({ connectionString: url, max: 4, lock_timeout: heldUpMs })
  // Without a listener an idle connection that is cut off would end the process.
  pool.on('error', () => undefined)
  const heldUp: string[] = []
  let running = true
  const use = async () => {
    while (running) {
      for (const table of tables) {
        const row = Math.floor(Math.random() * 1000)
        // Takes the locks of a read and of a write: of the table, and of a row.
        for (const statement of [
          `SELECT FROM ${table} OFFSET ${row} LIMIT 1 FOR NO KEY UPDATE`,
          `DELETE FROM ${table} WHERE false`,
        ])
          await pool.query(statement).catch(error => heldUp.push(`${statement}: ${error.message}`))
      }
      await sleep(5)
    }
  }
  const uses = [use(), use(), use(), use()]
  return {
    async stop() {
      running = false
      await Promise.all(uses)
      if (!pool.ending) await pool.end()
      return heldUp
    },
  }
}
