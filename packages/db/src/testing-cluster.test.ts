import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './testing.ts'

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('databases cloned at the same time share nothing', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await query(one.url, 'create table only_here (n int)')
  expect(await query(two.url, `select to_regclass('only_here') as found`)).toEqual([{ found: null }])
})

test('a dropped database is gone, connected or not', async () => {
  const { url, drop } = await createTestDatabase()
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  await drop()
  await expect(query(url, 'select 1')).rejects.toThrow('does not exist')
})
