// `npm test`: installs, builds, then runs every test of every package. Exit code 0 when all passed.
// `npm test -- --changed [REF]`: only the packages that changed since REF (where the branch left main), and those that use them.
import './check-node.mjs'

const { execFileSync } = await import('node:child_process')
const { accessSync, constants } = await import('node:fs')
const { delimiter, join } = await import('node:path')
const { stripVTControlCharacters } = await import('node:util')
const { command, endOnSignals, Failure, seconds } = await import('./steps.mjs')
const { build, install, root, turbo } = await import('./prepare.mjs')
const { countTests, failures, slowestTests } = await import('./test-output.mjs')

/** What some tests need and the machine may lack: names of programs, any of which will do. */
const NEEDED = {
  'a browser': ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  Redis: ['redis-server', 'valkey-server'],
  'a proxy': ['nginx'],
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
  // One package after the other: each runs tests on all cores.
  const args = ['run', 'test', '--continue', '--concurrency=1', '--log-prefix=none']
  if (since) args.push(`--filter=...[${since}]`)
  const { code, output } = await turbo(args, {
    env: process.stdout.isTTY ? { FORCE_COLOR: '1' } : {},
    onOutput: chunk => process.stdout.write(chunk),
  })
  const plain = stripVTControlCharacters(output)
  const { passed, failed, skipped } = countTests(plain)
  const suites = /^Failed: +(.*)$/m.exec(plain)?.[1]
  console.log('\nThe slowest tests:')
  for (const { seconds: took, test } of slowestTests(plain, 20))
    console.log(`${took.toFixed(1).padStart(6)} s  ${test}`)
  // Said again at the end: the part of a long log that everybody sees.
  if (code !== 0) console.log(`\n${failures(plain, 200)}\n\nFailed: ${suites ?? 'see above'}`)
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped (${seconds(performance.now() - began)})`)
  process.exitCode = code === 0 ? 0 : 1
})

/** The commit whose later changes are tested; null = everything is. */
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
  // Servers lie where the PATH of a user may not lead.
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin'].some(directory => {
    try {
      accessSync(join(directory, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
