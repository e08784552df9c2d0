// Installs and builds what a command needs, if needed. Imports only Node's own modules, as nothing is installed yet.
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure, lastLines, run, seconds } from './steps.mjs'

export const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/[/\\]$/, '')

const PNPM = 'pnpm@12.21.0'
const stamp = join(root, 'node_modules', '.barkyard-installed')
const tools = join(root, '.turbo', 'bin')

/** Installs what the lockfile names, unless exactly that is installed. `quiet`: then prints nothing. */
export async function install({ quiet = false } = {}) {
  const wanted = fingerprint()
  const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (installed && workspaces().every(path => existsSync(join(path, 'node_modules')))) {
    if (!quiet) console.log('Dependencies are installed')
    return
  }
  const began = performance.now()
  console.log('Installing dependencies (the first time this takes a minute or two) …')
  rmSync(stamp, { force: true })
  const pnpm = await findPnpm()
  // CI: no questions. No NODE_ENV: with "production" the build tools would not be installed.
  const { NODE_ENV: _, ...env } = { ...environment(), CI: '1' }
  const { code, output } = await run(pnpm, ['install', '--frozen-lockfile', '--prod=false'], { cwd: root, env })
  if (code !== 0) throw new Failure(`${lastLines(output)}\nInstalling the dependencies failed: see above.`)
  writeFileSync(stamp, wanted)
  console.log(`Installed (${seconds(performance.now() - began)})`)
}

/** Builds the packages and what they depend on. Unchanged packages are not built again. */
export async function build(packages, { quiet = false } = {}) {
  const began = performance.now()
  let announced = false
  const onOutput = chunk => {
    if (announced || !/cache miss/.test(chunk)) return
    announced = true
    console.log('Building …')
  }
  // turbo calls pnpm for each task.
  await findPnpm()
  const env = environment()
  const PATH = `${tools}${delimiter}${dirname(process.execPath)}${delimiter}${env.PATH ?? '/usr/local/bin:/usr/bin:/bin'}`
  const turbo = join(root, 'node_modules', 'turbo', 'bin', 'turbo')
  const only = packages.map(name => `--filter=${name}`)
  const args = [turbo, 'run', 'build', '--ui=stream', ...only, '--output-logs=new-only']
  const { code, output } = await run(process.execPath, args, { cwd: root, env: { ...env, PATH }, onOutput })
  if (code !== 0) throw new Failure(`${lastLines(output, 60)}\nThe build failed: see above.`)
  const took = seconds(performance.now() - began)
  if (announced) console.log(`Built (${took})`)
  else if (!quiet) console.log(`The build is up to date (${took})`)
}

/** The path of pnpm. npx downloads it into npm's cache once, and a link in the checkout points there. */
async function findPnpm() {
  const link = join(tools, 'pnpm')
  if (existsSync(link)) return link
  const where = 'console.log(require("node:child_process").execSync("command -v pnpm").toString())'
  const npxArgs = ['--yes', `--package=${PNPM}`, '--', 'node', '-e', where]
  const cli = process.env.npm_execpath
  const beside = cli && basename(cli) === 'npm-cli.js' ? join(dirname(cli), 'npx-cli.js') : ''
  const [program, first] = existsSync(beside) ? [process.execPath, [beside]] : ['npx', []]
  const { code, output } = await run(program, [...first, ...npxArgs], { cwd: root, env: environment() }).catch(() => {
    throw new Failure('npx was not found: Barkyard needs npm, which comes with Node.js.')
  })
  const path = output.split('\n').findLast(line => /^\/.*\/pnpm$/.test(line))
  if (code !== 0 || !path) throw new Failure(`${lastLines(output)}\nnpx could not fetch ${PNPM}: see above.`)
  mkdirSync(tools, { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(path, link)
  return link
}

/** The environment of this process, with a writable home directory and without telemetry and questions. */
export function environment() {
  const env = {
    ...process.env,
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
    DO_NOT_TRACK: '1',
    npm_config_update_notifier: 'false',
    npm_config_verify_deps_before_run: 'false',
    pnpm_config_verify_deps_before_run: 'false',
  }
  if (process.env.HOME && isWritable(homedir())) return env
  const home = join(root, '.turbo', 'home')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  for (const name of ['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'PNPM_HOME'])
    delete env[name]
  return { ...env, HOME: home, npm_config_cache: join(home, '.npm') }
}

function isWritable(path) {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Changes whenever what should be installed changes. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${PNPM}\n`)
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'].map(name => join(root, name))
  for (const file of [...files, ...workspaces().map(path => join(path, 'package.json'))]) {
    hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function workspaces() {
  return ['apps', 'packages'].flatMap(group =>
    readdirSync(join(root, group))
      .sort()
      .map(name => join(root, group, name))
      .filter(path => existsSync(join(path, 'package.json'))),
  )
}
