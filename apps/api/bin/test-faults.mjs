// `pnpm test:faults`: two processes, a Redis, an S3 and a PostgreSQL, each taken away in turn under load.
import './check-node.mjs'

const { spawn } = await import('node:child_process')
const { join } = await import('node:path')
const { command } = await import('./steps.mjs')
const { build, install, root } = await import('./prepare.mjs')

await command(async () => {
  await install({ quiet: true })
  await build(['@barkyard/api'], { quiet: true })
  const args = ['--import', 'tsx', '--conditions=source', 'test/faults/run.ts']
  const child = spawn(process.execPath, args, { cwd: join(root, 'apps', 'api'), stdio: 'inherit' })
  child.on('exit', code => process.exit(code ?? 1))
})
