// `npm test`: installs, builds, then runs every test of every package. Exit code 0 when all passed.
import './check-node.mjs'

const { accessSync, constants } = await import('node:fs')
const { delimiter, join } = await import('node:path')
const { stripVTControlCharacters } = await import('node:util')
const { command, endOnSignals, Failure, seconds } = await import('./steps.mjs')
const { build, install, turbo } = await import('./prepare.mjs')

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
  lookForTools()
  await install()
  await build(['./apps/*', './packages/*'])
  const { code, output } = await turbo(['run', 'test', '--continue', '--concurrency=1', '--log-prefix=none'], {
    env: process.stdout.isTTY ? { FORCE_COLOR: '1' } : {},
    onOutput: chunk => process.stdout.write(chunk),
  })
  const plain = stripVTControlCharacters(output)
  const { passed, failed, skipped } = count(plain)
  const suites = /^Failed: +(.*)$/m.exec(plain)?.[1]
  if (code !== 0) console.log(`\nFailed: ${suites ?? 'see above'}`)
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped (${seconds(performance.now() - began)})`)
  process.exitCode = code === 0 ? 0 : 1
})

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

/** Adds up the summaries of vitest ("Tests  1 failed | 2 passed (3)") and Playwright ("  2 passed (1.0s)"). */
function count(output) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const line of output.split('\n')) {
    const parts = /^\s+Tests\s.*\(\d+\)$/.test(line)
      ? line.split('|')
      : /^\s+\d+ \w+( \(.*\))?$/.test(line)
        ? [line]
        : []
    for (const part of parts) {
      const [, number, word] = /(\d+) (passed|failed|skipped|todo)/.exec(part) ?? []
      if (number) total[word === 'todo' ? 'skipped' : word] += Number(number)
    }
  }
  return total
}
