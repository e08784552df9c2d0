import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect } from '@playwright/test'
import { demoTest as test } from './server.ts'

const RUNS = Number(process.env.RUNS ?? 5)
/** The results of one run. */
const TRIES = 4
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Scores = Record<(typeof CATEGORIES)[number], number>

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** One visit of Lighthouse 12 (its defaults: a mid-range phone on slow 4G) in a browser that may be signed in. */
async function visit(url: string, port: number, folder: string): Promise<Scores> {
  const report = join(folder, 'report.json')
  const cli = join(import.meta.dirname, '../node_modules/lighthouse/cli/index.js')
  const options = [`--port=${port}`, '--output=json', `--output-path=${report}`, '--quiet', '--disable-storage-reset']
  const child = spawn(process.execPath, [cli, url, ...options], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', chunk => {
    complaints += chunk
  })
  const code = await new Promise(resolve => child.on('close', resolve))
  if (code !== 0) throw new Error(complaints.trim() || `lighthouse ended with ${code}`)
  const { categories, runtimeError } = JSON.parse(await readFile(report, 'utf8'))
  if (runtimeError) throw new Error(runtimeError.code)
  return Object.fromEntries(CATEGORIES.map(name => [name, Math.round(categories[name].score * 100)])) as Scores
}

/** A visit that fails (Chromium sometimes loses the start of the navigation) is made again, and the repetition is printed. */
async function visitUntilDone(page: string, ...visited: Parameters<typeof visit>): Promise<Scores> {
  for (let tries = 1; ; tries++) {
    try {
      return await visit(...visited)
    } catch (error) {
      const why = error instanceof Error ? error.message.split('\n')[0] : String(error)
      if (tries === TRIES) throw error
      console.log(`${page}: a run failed and is made again (${why})`)
    }
  }
}

/** The median of each category; every run is printed as it comes. */
async function medianScores(page: string, ...visited: Parameters<typeof visit>): Promise<Scores> {
  const runs: Scores[] = []
  for (let run = 1; run <= RUNS; run++) {
    const scores = await visitUntilDone(page, ...visited)
    console.log(`${page}, run ${run} of ${RUNS}: ${inWords(scores)}`)
    runs.push(scores)
  }
  const scores = Object.fromEntries(CATEGORIES.map(name => [name, median(runs.map(one => one[name]))])) as Scores
  console.log(`${page}, median: ${inWords(scores)}`)
  return scores
}

const inWords = (scores: Scores) => CATEGORIES.map(name => `${name} ${scores[name]}`).join(', ')

/** A browser with a debugging port, which Lighthouse drives beside us. */
async function withBrowser(run: (context: BrowserContext, port: number, folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'barkyard-lighthouse-'))
  const port = 20_000 + (process.pid % 20_000)
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM_PATH ?? '',
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  try {
    await run(context, port, folder)
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

test('the landing page has at least 98 for speed, the others 92, and all of them 100 for the rest', async ({
  server,
}) => {
  test.setTimeout(3_600_000)
  await withBrowser(async (context, port, folder) => {
    const demand = (page: string, scores: Scores, speed: number) => {
      for (const name of CATEGORIES)
        expect.soft(scores[name], `${page}, ${name}`).toBeGreaterThanOrEqual(name === 'performance' ? speed : 100)
    }
    demand('landing', await medianScores('landing', server.url, port, folder), 98)

    const data = { email: 'owner@demo.test', password: 'demo-demo-demo' }
    const answer = await context.request.post(`${server.url}/api/login`, { data })
    expect(answer.ok()).toBe(true)
    const matches: { id: string }[] = await (await context.request.get(`${server.url}/api/matches`)).json()
    const paths = { doghouse: '/doghouse', sniff: '/sniff', chat: `/bark-chat/${matches[0]?.id}` }
    for (const [page, path] of Object.entries(paths))
      demand(page, await medianScores(page, server.url + path, port, folder), 92)
  })
})
