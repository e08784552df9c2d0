// `pnpm test:faults`: two processes, a Redis, an S3 and a PostgreSQL, each taken away in turn under load.
// `pnpm test:faults soak [MINUTES]`: nothing is taken away for 20 minutes; memory must stay flat.
import './check-node.mjs'

const { spawn } = await import('node:child_process')
const { join } = await import('node:path')
const { command } = await import('./steps.mjs')
const { build, install, root } = await import('./prepare.mjs')

await command(async () => {
  await install({ quiet: true })
  await build(['@barkyard/api'], { quiet: true })
  const [what, ...rest] = process.argv.slice(2)
  const script = what === 'soak' ? 'test/faults/soak.ts' : 'test/faults/run.ts'
  const args = ['--import', 'tsx', '--conditions=source', script, ...rest]
  const child = spawn(process.execPath, args, { cwd: join(root, 'apps', 'api'), stdio: 'inherit' })
  child.on('exit', code => process.exit(code ?? 1))
})
