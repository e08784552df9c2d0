// Runs Playwright against the built app: one PostgreSQL a run, a server and a database a worker.
// `node src/run.mjs [test|screenshots|lighthouse|felt|mails] [arguments]`
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const [mode = 'test', ...rest] = process.argv.slice(2)
const chromium = findChromium()
if (!chromium) {
  console.log('SKIPPED: the browser tests. Install Chromium (apt-get install chromium) or name one in CHROMIUM_PATH.')
  process.exit(process.env.CI ? 1 : 0)
}

const { migrateAt } = await import('@barkyard/db/migrate')
const { startTestCluster } = await import('@barkyard/postgres/testing/cluster')
const cluster = await startTestCluster(migrateAt)
const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli')
/** Whether this process was told to end. */
let isEnding = false
const code = await playwrightTest(rest, 'inherit')
if (code !== 0 && mode === 'test' && process.env.CI && !isEnding) {
  // Recording every test takes a quarter more time. So the first failed tests run once more, only to be recorded.
  await playwrightTest(['--last-failed', '--max-failures=5', '--trace=on'], 'ignore')
  console.log('Traces of failed tests are in apps/e2e/test-results.')
}
await cluster.stop()
process.exit(code)

/** Runs Playwright's tests and returns its exit code. */
function playwrightTest(args, stdio) {
  // Playwright's workers inherit the condition, so the specs resolve the packages' sources and their test support.
  const child = spawn(process.execPath, ['--conditions=source', playwright, 'test', `--project=${mode}`, ...args], {
    stdio,
    env: { ...process.env, CHROMIUM_PATH: chromium, TEST_CLUSTER_URL: cluster.url },
  })
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      isEnding = true
      child.kill(signal)
    })
  return new Promise(resolve => child.on('close', exitCode => resolve(exitCode ?? 1)))
}

function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const paths = (process.env.PATH ?? '').split(delimiter).flatMap(folder => names.map(name => join(folder, name)))
  return paths.find(path => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
