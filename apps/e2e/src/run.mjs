// Runs Playwright against the built app: one PostgreSQL a run, a server and a database a worker.
// `node src/run.mjs [test|screenshots|lighthouse|felt|mails] [arguments]`
// `test` is everything in Chromium, and what stands in src/browsers in Firefox and WebKit too.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findIn, findProgram } from './chromium.ts'

const [mode = 'test', ...rest] = process.argv.slice(2)
const chromium =
  process.env.CHROMIUM_PATH ?? findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
if (!chromium) skip('the browser tests', 'Install Chromium (apt-get install chromium) or name one in CHROMIUM_PATH.')
// The same without windows: most tests need a third less CPU in it. What measures is in the browser that people have.
const shell = (mode === 'test' && !process.env.CHROMIUM_PATH && findProgram('chromium-headless-shell')) || chromium
const env = { ...process.env, CHROMIUM_PATH: chromium, HEADLESS_SHELL_PATH: shell }
const all = mode === 'test' ? [...otherBrowsers(), 'axe', mode] : [mode]
const projects = rest.some(argument => argument.startsWith('--project=')) ? [] : all

const { migrateAt } = await import('@barkyard/db/migrate')
const { startTestCluster } = await import('@barkyard/postgres/testing/cluster')
const cluster = await startTestCluster(migrateAt)
const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli')
/** Whether this process was told to end. */
let isEnding = false
const code = await playwrightTest(rest, 'inherit')
if (code !== 0 && mode === 'test' && process.env.CI && !isEnding) {
  // What the pages of the failed tests showed. The next run deletes it.
  const results = join(import.meta.dirname, '../test-results')
  for (const name of readdirSync(results, { recursive: true }))
    if (name.endsWith('error-context.md')) console.log(readFileSync(join(results, name), 'utf8'))
  // Recording every test takes a quarter more time. So the first failed tests run once more, only to be recorded.
  await playwrightTest(['--last-failed', '--max-failures=5', '--trace=on'], 'ignore')
  console.log('Traces of failed tests are in apps/e2e/test-results.')
}
await cluster.stop()
process.exit(code)

/** Runs Playwright's tests and returns its exit code. */
function playwrightTest(args, stdio) {
  // Playwright's workers inherit the condition, so the specs resolve the packages' sources and their test support.
  const chosen = projects.map(name => `--project=${name}`)
  const child = spawn(process.execPath, ['--conditions=source', playwright, 'test', ...chosen, ...args], {
    stdio,
    env: { ...env, TEST_CLUSTER_URL: cluster.url },
  })
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      isEnding = true
      child.kill(signal)
    })
  return new Promise(resolve => child.on('close', exitCode => resolve(exitCode ?? 1)))
}

/** Says that tests are skipped. In CI that is a failure. */
function skip(what, how) {
  console.log(`SKIPPED: ${what}. ${how}`)
  if (process.env.CI || !chromium) process.exit(process.env.CI ? 1 : 0)
}

/** The projects of the other browsers that this machine has. */
function otherBrowsers() {
  const found = []
  env.FIREFOX_PATH ??= findProgram('firefox-esr', 'firefox')
  if (env.FIREFOX_PATH) found.push('firefox')
  else skip('the tests in Firefox', 'Install it (apt-get install firefox-esr) or name one in FIREFOX_PATH.')
  env.MINI_BROWSER_PATH ??= findIn(miniBrowserFolders(), ['MiniBrowser'])
  if (env.MINI_BROWSER_PATH && findProgram('WebKitWebDriver') && findProgram('Xvfb')) found.push('webkit')
  else skip('the tests in WebKit', 'Install it (apt-get install webkit2gtk-driver xvfb).')
  return found
}

/** Where Debian and Ubuntu have it: /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1. */
function miniBrowserFolders() {
  const folders = folder => (existsSync(folder) ? readdirSync(folder).map(name => join(folder, name)) : [])
  return folders('/usr/lib').flatMap(folder => (folder.endsWith('-linux-gnu') ? folders(folder) : []))
}
