// `npm test`: installs, builds, then runs every test. Exit code 0 when all passed.
// `npm test -- vitest`, `npm test -- browsers [--shard=1/2]`: one half, or a part of the browsers'.
// `pnpm test:steady [RUNS]`: all again and again, 20 times, while something else keeps the cores busy. Lists each test that
// was ever red, with its runs. Exit code 0 when none was.
import './check-node.mjs'

const { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } =
  await import('node:fs')
const { availableParallelism } = await import('node:os')
const { join } = await import('node:path')
const { parseArgs } = await import('node:util')
const { command, endOnSignals, Failure, run, seconds } = await import('./steps.mjs')
const { build, environment, install, root } = await import('./prepare.mjs')

const USAGE = 'Usage: npm test [-- [vitest | browsers [--shard=1/2]]]\n       pnpm test:steady [RUNS]'
const api = join(root, 'apps/api')
const reporter = join(api, 'bin/test-report.mjs')
const report = join(root, 'node_modules/.test-report.json')
const MEMORY = '/dev/shm'
/** What test:steady prints of each run. */
const logs = join(root, 'node_modules/.test-steady')

/** Each half: the folder where it runs, and the arguments of node. */
const HALVES = {
  vitest: [api, ['node_modules/vitest/vitest.mjs', 'run', '--config=bin/vitest.config.mjs']],
  browsers: [
    join(root, 'apps/e2e'),
    ['--import=tsx', '--conditions=source', 'src/run.mjs', 'test', `--reporter=list,${reporter}`],
  ],
}

await command(async () => {
  endOnSignals(130)
  const began = performance.now()
  const options = { shard: { type: 'string' }, steady: { type: 'boolean' } }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const half = positionals[0] in HALVES ? positionals.shift() : null
  const [value, ...more] = positionals
  const runs = values.steady ? Number(value ?? 20) : 1
  if (more.length > 0 || (value && !values.steady) || (values.shard && half !== 'browsers') || !Number.isInteger(runs))
    throw new Failure(USAGE)
  const halves = structuredClone(half ? { [half]: HALVES[half] } : HALVES)
  if (values.shard) halves.browsers[1].push(`--shard=${values.shard}`)
  await install()
  await build(['./apps/*', './packages/*'])
  if (!process.env.TMPDIR && existsSync(MEMORY)) useMemory()
  if (values.steady) process.exit((await isSteady(runs)) ? 0 : 1)
  const results = await runTests(halves, chunk => process.stdout.write(chunk))
  summarise(results)
  console.log(`\n${counts(results)} (${seconds(performance.now() - began)})`)
  process.exitCode = withStatus(results, 'failed').length === 0 ? 0 : 1
})

/**
 * Tests put their files into memory, where it has room and may start programs, until this process ends. A database has 840
 * files, and ext4 makes files slowly while many were deleted lately: a quarter of the CPU of tests that have databases.
 */
function useMemory() {
  const { bavail, bsize } = statfsSync(MEMORY)
  const room = Math.min(bavail * bsize, process.availableMemory())
  if (room < 4 * 2 ** 30 || / \/dev\/shm .*\bnoexec\b/.test(readFileSync('/proc/mounts', 'utf8'))) return
  const folder = mkdtempSync(join(MEMORY, 'barkyard-tests-'))
  // If root runs the tests, the database's account must be able to enter.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function withStatus(results, status) {
  return results.filter(one => one.status === status)
}

function counts(results) {
  return ['passed', 'failed', 'skipped'].map(status => `${withStatus(results, status).length} ${status}`).join(', ')
}

/** Runs halves one after the other. @returns {test, seconds, status: passed | failed | skipped, message} of each test. */
async function runTests(halves, onOutput) {
  const all = []
  for (const [name, [cwd, args]] of Object.entries(halves)) {
    rmSync(report, { force: true })
    const env = { ...environment(), TEST_REPORT: report, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) }
    const { code } = await run(process.execPath, args, { cwd, env, onOutput })
    const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : []
    if (code !== 0 && withStatus(results, 'failed').length === 0)
      results.push({ test: name, seconds: 0, status: 'failed', message: `ended with ${code}` })
    all.push(...results)
  }
  return all
}

/** Prints what was slow, skipped and red at the end, where everybody looks. */
function summarise(results) {
  console.log('\nThe slowest tests:')
  for (const { seconds: took, test } of results.toSorted((a, b) => b.seconds - a.seconds).slice(0, 20))
    console.log(`${took.toFixed(1).padStart(6)} s  ${test}`)
  const skipped = withStatus(results, 'skipped').map(({ test }) => `  ${test}`)
  if (skipped.length > 0) console.log(`\nSKIPPED:\n${skipped.join('\n')}`)
  const red = withStatus(results, 'failed').map(({ test, message }) => `✗ ${test}\n${message}`.replaceAll('\n', '\n  '))
  if (red.length > 0) console.log(`\n${red.join('\n').split('\n').slice(0, 200).join('\n')}`)
}

/** Whether no test is ever red on a busy machine: two cores have a load of about 6. */
async function isSteady(runs) {
  // Each ends with this process.
  const busy = 'const parent = process.ppid; while (process.ppid === parent);'
  for (let n = 0; n <= availableParallelism(); n++) void run(process.execPath, ['--eval', busy])
  rmSync(logs, { recursive: true, force: true })
  mkdirSync(logs)
  const redIn = new Map()
  for (let n = 1; n <= runs; n++) {
    const results = await runTests(HALVES, chunk => appendFileSync(join(logs, `${n}.log`), chunk))
    console.log(`${n} of ${runs}: ${counts(results)}`)
    for (const { test } of withStatus(results, 'failed')) redIn.set(test, [...(redIn.get(test) ?? []), n])
  }
  for (const [test, reds] of redIn) console.log(`✗ ${test}: runs ${reds.join(', ')}`)
  console.log(`${redIn.size} tests were ever red in ${runs} runs. What these printed is in ${logs}`)
  return redIn.size === 0
}
