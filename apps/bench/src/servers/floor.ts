import { createServer } from 'node:http'
import { openDatabase } from '@barkyard/db/open'
import { sniffPage } from '@barkyard/db/queries/sniff'
import pg from 'pg'
import { serve } from '../lib/child.ts'
import { FILTERS, type HttpSearcher, PAGE } from '../searches.ts'

/** The least that could answer: node's own http, one named statement (the product's own), JSON. No session, no checks. */
const [url = '', list = '[]'] = process.argv.slice(2)
const searchers = JSON.parse(list) as HttpSearcher[]

/** The statement of a page with the values of each search. */
const statements: { sql: string; parameters: readonly unknown[] }[] = []
const db = openDatabase(url, { max: 1, onStatement: statement => statements.push(statement) })
for (const { userId: ownerId, cell } of searchers)
  for (const filter of FILTERS) await sniffPage(db, { ...filter, ownerId, cell, distance: 25, limit: PAGE })
await db.destroy()

const pool = new pg.Pool({ connectionString: url, max: 10 })
const server = createServer((request, response) => {
  const [, searcher, filter] = (request.headers.cookie ?? '').split('-').map(Number)
  const statement = statements[(searcher ?? 0) * FILTERS.length + (filter ?? 0)]
  pool
    .query({ name: 'page', text: statement?.sql ?? '', values: [...(statement?.parameters ?? [])] })
    .then(({ rows }) => {
      const body = JSON.stringify(rows)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      response.end(body)
    })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  serve(
    { port: typeof address === 'object' ? address?.port : 0, cookies: searchers.map((_, n) => `floor-${n}`) },
    async () => process.cpuUsage(),
  )
})
