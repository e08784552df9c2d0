import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, chromium, expect } from '@playwright/test'
import { type Server, startServer } from './server.ts'

const RUNS = 5
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Scores = Record<(typeof CATEGORIES)[number], number>

const test = base.extend<object, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const server = await startServer({ DEMO: '1' })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** One visit of Lighthouse 12 (its defaults: a mid-range phone on slow 4G) in a browser that may be signed in. */
async function visit(url: string, port: number, folder: string): Promise<Scores> {
  const report = join(folder, 'report.json')
  const cli = join(import.meta.dirname, '../node_modules/lighthouse/cli/index.js')
  const options = [`--port=${port}`, '--output=json', `--output-path=${report}`, '--quiet', '--disable-storage-reset']
  const child = spawn(process.execPath, [cli, url, ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise(resolve => child.on('close', resolve))
  if (code !== 0) throw new Error(`lighthouse ended with ${code}`)
  const { categories } = JSON.parse(await readFile(report, 'utf8'))
  return Object.fromEntries(CATEGORIES.map(name => [name, Math.round(categories[name].score * 100)])) as Scores
}

async function medianScores(url: string, port: number, folder: string): Promise<Scores> {
  const runs: Scores[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await visit(url, port, folder))
  return Object.fromEntries(CATEGORIES.map(name => [name, median(runs.map(scores => scores[name]))])) as Scores
}

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

test('the landing page has at least 95 in all four, sniff and chat at least 90 for speed', async ({ server }) => {
  test.setTimeout(1_800_000)
  await withBrowser(async (context, port, folder) => {
    const landing = await medianScores(server.url, port, folder)
    console.log('landing', landing)

    const data = { email: 'owner@demo.test', password: 'demo-demo-demo' }
    const answer = await context.request.post(`${server.url}/api/login`, { data })
    expect(answer.ok()).toBe(true)
    const matches: { id: string }[] = await (await context.request.get(`${server.url}/api/matches`)).json()
    const sniff = await medianScores(`${server.url}/sniff`, port, folder)
    console.log('sniff', sniff)
    const chat = await medianScores(`${server.url}/bark-chat/${matches[0]?.id}`, port, folder)
    console.log('chat', chat)

    for (const name of CATEGORIES) expect.soft(landing[name], `landing, ${name}`).toBeGreaterThanOrEqual(95)
    expect.soft(sniff.performance, 'sniff').toBeGreaterThanOrEqual(90)
    expect.soft(chat.performance, 'chat').toBeGreaterThanOrEqual(90)
  })
})
