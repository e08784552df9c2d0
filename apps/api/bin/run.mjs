// Builds what is needed, then runs a program.
// `pnpm admin`, `photos`, `check`, `doctor`, `backup`, `restore`, `check-backup`: one of dist/commands.
// `pnpm test:faults [WORD …]`: two processes, Redis, S3, PostgreSQL, a push service and a mail server under load, each taken
// away in turn. With words: only the faults whose names contain one of them.
// `pnpm test:faults stack`: starts docker-compose.yml, plays the loop, and upgrades its processes under chat.
// `pnpm test:faults failover`: kills PostgreSQL under the same load and promotes its synchronous standby.
// `pnpm test:faults soak [MINUTES]`: load without faults for 20 minutes. Memory must stay flat.
import './check-node.mjs'

const { spawn } = await import('node:child_process')
const { command, endOnSignals } = await import('./steps.mjs')
const { build, install } = await import('./prepare.mjs')

await command(async () => {
  const release = endOnSignals(130)
  await install({ quiet: true })
  // The web app is not built, because a running app may be serving its files.
  await build(['@barkyard/api'], { quiet: true })
  release()
  const [name, ...words] = process.argv.slice(2)
  if (name !== 'faults') {
    const program = new URL(`../dist/commands/${name}.js`, import.meta.url)
    process.argv.splice(1, 2, program.pathname)
    return import(program.href)
  }
  const script = ['soak', 'stack', 'failover'].includes(words[0]) ? words.shift() : 'run'
  const args = ['--import=tsx', '--conditions=source', `test/faults/${script}.ts`, ...words]
  const child = spawn(process.execPath, args, { cwd: new URL('..', import.meta.url), stdio: 'inherit' })
  child.on('exit', code => process.exit(code ?? 1))
})
