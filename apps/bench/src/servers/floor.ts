import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Statement } from '@barkyard/db/open'
import pg from 'pg'
import { serve } from '../lib/child.ts'

/**
 * The minimum that can answer: Node's http, one named statement, JSON. No session, no checks. The cookie
 * `statement=3` selects the statement in the file's list.
 */
const [url = '', file = ''] = process.argv.slice(2)
const statements = JSON.parse(readFileSync(file, 'utf8')) as Statement[]
rmSync(file)
const pool = new pg.Pool({ connectionString: url, max: 10 })
const server = createServer((request, response) => {
  const statement = statements[Number((request.headers.cookie ?? '').split('=')[1])]
  pool
    .query({ name: 'floor', text: statement?.sql ?? '', values: [...(statement?.parameters ?? [])] })
    .then(({ rows }) => {
      const body = JSON.stringify(rows)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      response.end(body)
    })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const cookies = statements.map((_, n) => `statement=${n}`)
  serve({ port: typeof address === 'object' ? address?.port : 0, cookies }, async () => process.cpuUsage())
})
