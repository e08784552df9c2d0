// `pnpm test:faults [WORD …]`: two processes, a Redis, an S3, a PostgreSQL, a push service and a mail server, each taken
// away in turn under load; with words, the faults whose names contain one of them.
// `pnpm test:faults soak [MINUTES]`: nothing is taken away for 20 minutes; memory must stay flat.
import './check-node.mjs'

const { spawn } = await import('node:child_process')
const { join } = await import('node:path')
const { command } = await import('./steps.mjs')
const { build, install, root } = await import('./prepare.mjs')

await command(async () => {
  await install({ quiet: true })
  await build(['@barkyard/api'], { quiet: true })
  const words = process.argv.slice(2)
  const script = words[0] === 'soak' ? ['test/faults/soak.ts', ...words.slice(1)] : ['test/faults/run.ts', ...words]
  const args = ['--import', 'tsx', '--conditions=source', ...script]
  const child = spawn(process.execPath, args, { cwd: join(root, 'apps', 'api'), stdio: 'inherit' })
  child.on('exit', code => process.exit(code ?? 1))
})
