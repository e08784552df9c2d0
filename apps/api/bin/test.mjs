// `npm test`: installs, builds, then runs every test of every package. Exit code 0 when all passed.
// `npm test -- --changed [REF]`: only the packages that changed since REF (where the branch left main), and those that use them.
import './check-node.mjs'

const { execFileSync } = await import('node:child_process')
const { accessSync, constants } = await import('node:fs')
const { delimiter, join } = await import('node:path')
const { command, endOnSignals, Failure, seconds } = await import('./steps.mjs')
const { build, install, root, turbo } = await import('./prepare.mjs')
const { deleteReports, PLAYWRIGHT_ARGUMENTS, PLAYWRIGHT_ENV, readResults, VITEST_ARGUMENTS } = await import(
  './test-results.mjs'
)

/** What some tests need and the machine may lack: the names of programs, one of which is enough. */
const NEEDED = {
  'a browser': ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  Firefox: ['firefox-esr', 'firefox'],
  WebKit: ['WebKitWebDriver'],
  'a display for WebKit': ['Xvfb'],
  Redis: ['redis-server', 'valkey-server'],
  'a proxy': ['nginx'],
  PgBouncer: ['pgbouncer'],
  curl: ['curl'],
  Python: ['python3'],
}

await command(async () => {
  endOnSignals(130)
  const began = performance.now()
  const since = changedSince(process.argv.slice(2))
  lookForTools()
  await install()
  await build(['./apps/*', './packages/*'])
  const changed = since ? `...[${since}]` : ''
  const others = since ? [`--filter=${changed}`] : []
  deleteReports()
  // Side by side, because many of these tests wait. The browser then has the machine to itself.
  const runs = await Promise.all([
    tests([`--filter=@barkyard/api${changed}`, '--', ...VITEST_ARGUMENTS]),
    tests([...others, '--filter=!@barkyard/api', '--filter=!@barkyard/e2e', '--', ...VITEST_ARGUMENTS], {
      isShownLater: true,
    }),
  ])
  process.stdout.write(runs[1].output)
  runs.push(await tests([`--filter=@barkyard/e2e${changed}`, '--', ...PLAYWRIGHT_ARGUMENTS]))
  const results = readResults()
  const of = status => results.filter(one => one.status === status)
  const [passed, failed, skipped] = [of('passed'), of('failed'), of('skipped')]
  const isGreen = runs.every(({ code }) => code === 0)
  console.log('\nThe slowest tests:')
  for (const { seconds: took, test } of results.toSorted((a, b) => b.seconds - a.seconds).slice(0, 20))
    console.log(`${took.toFixed(1).padStart(6)} s  ${test}`)
  // Repeated at the end, where everybody looks.
  if (!isGreen) {
    const lines = failed.flatMap(({ test, message }) => [`✗ ${test}`, ...message.split('\n').map(line => `  ${line}`)])
    const suites = [...new Set(failed.map(one => one.package))].join(', ')
    console.log(`\n${lines.slice(0, 200).join('\n')}\n\nFailed: ${suites || 'see above'}`)
  }
  const counts = `${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`
  console.log(`\n${counts} (${seconds(performance.now() - began)})`)
  process.exitCode = isGreen ? 0 : 1
})

/** Runs the tests of some packages, one after the other, as they are built: {code, output}. */
function tests(selected, { isShownLater = false } = {}) {
  return turbo(['run', 'test', '--continue', '--only', '--concurrency=1', '--log-prefix=none', ...selected], {
    env: { ...PLAYWRIGHT_ENV, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    onOutput: chunk => isShownLater || process.stdout.write(chunk),
  })
}

/** The commit whose later changes are tested. null = test everything. */
function changedSince([flag, ref, ...more]) {
  if (flag === undefined) return null
  if (flag !== '--changed' || more.length > 0) throw new Failure('Usage: npm test [-- --changed [REF]]')
  const args = ref ? ['rev-parse', '--verify', `${ref}^{commit}`] : ['merge-base', 'main', 'HEAD']
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    throw new Failure(`git knows no commit ${ref ?? 'that this branch shares with main'}.`)
  }
}

function lookForTools() {
  const missing = Object.keys(NEEDED).filter(what => !NEEDED[what].some(isInstalled))
  if (missing.length === 0) return
  const names = missing.map(what => `${what} (${NEEDED[what][0]})`).join(', ')
  if (process.env.CI) throw new Failure(`CI is set, and this machine lacks what tests need: ${names}.`)
  console.log(`SKIPPED, as this machine lacks it: every test that needs ${names}.`)
}

function isInstalled(program) {
  if (program === 'chromium' && process.env.CHROMIUM_PATH) return true
  if (program === 'firefox' && process.env.FIREFOX_PATH) return true
  // Servers may be outside the PATH of an ordinary user.
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin'].some(directory => {
    try {
      accessSync(join(directory, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
