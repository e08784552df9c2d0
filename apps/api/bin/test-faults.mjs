// `pnpm test:faults [WORD …]`: runs two processes, Redis, S3, PostgreSQL, a push service and a mail server under load, and
// takes each away in turn. With words: only the faults whose names contain one of them.
// `pnpm test:faults stack`: starts docker-compose.yml, plays the loop, and upgrades its processes under chat.
// `pnpm test:faults failover`: kills PostgreSQL under the same load and promotes its synchronous standby.
// `pnpm test:faults soak [MINUTES]`: load without faults for 20 minutes. Memory must stay flat.
import './check-node.mjs'

const { spawn } = await import('node:child_process')
const { join } = await import('node:path')
const { command } = await import('./steps.mjs')
const { build, install, root } = await import('./prepare.mjs')

await command(async () => {
  await install({ quiet: true })
  await build(['@barkyard/api'], { quiet: true })
  const words = process.argv.slice(2)
  const [own] = ['soak', 'stack', 'failover'].filter(name => name === words[0])
  const script = own ? [`test/faults/${own}.ts`, ...words.slice(1)] : ['test/faults/run.ts', ...words]
  const args = ['--import', 'tsx', '--conditions=source', ...script]
  const child = spawn(process.execPath, args, { cwd: join(root, 'apps', 'api'), stdio: 'inherit' })
  child.on('exit', code => process.exit(code ?? 1))
})
