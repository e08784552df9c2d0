import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseFrom, startTestCluster, type TestCluster } from '../testing/cluster.ts'
import { query } from '../testing/harness-control.ts'

let cluster: TestCluster

beforeAll(async () => {
  cluster = await startTestCluster(url => query(url, 'create table in_the_template (n int)'))
})
afterAll(() => cluster.stop())

test('clones contain the template’s data and share nothing', async () => {
  const [one, two] = await Promise.all([createDatabaseFrom(cluster.url), createDatabaseFrom(cluster.url)])
  await query(one.url, 'create table only_here (n int)')
  const tables = `select to_regclass('in_the_template') as cloned, to_regclass('only_here') as added`
  expect(await query(one.url, tables)).toEqual([{ cloned: 'in_the_template', added: 'only_here' }])
  expect(await query(two.url, tables)).toEqual([{ cloned: 'in_the_template', added: null }])
})

test('a database can be dropped while a client is connected to it', async () => {
  const { url, drop } = await createDatabaseFrom(cluster.url)
  const open = query(url, 'select pg_sleep(60)')
  const cut = expect(open).rejects.toThrow()
  await drop()
  await cut
  await expect(query(url, 'select 1')).rejects.toThrow('does not exist')
})
