import { Client } from 'pg'

/** Runs a statement, or several without an answer, over a connection of their own. @returns the rows of the one. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  // The server may be killed meanwhile.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
