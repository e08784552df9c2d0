// `pnpm admin`, `photos`, `check`, `backup`, `restore`: builds what is needed, then runs a program from dist/commands.
// usage: node run.mjs PROGRAM [ARGUMENT …]
import './check-node.mjs'

const { command, endOnSignals } = await import('./steps.mjs')
const { build, install } = await import('./prepare.mjs')

await command(async () => {
  const release = endOnSignals(130)
  await install({ quiet: true })
  // The web app is not built, because a running app may be serving its files.
  await build(['@barkyard/api'], { quiet: true })
  release()
  const program = new URL(`../dist/commands/${process.argv[2]}.js`, import.meta.url)
  process.argv.splice(1, 2, program.pathname)
  await import(program.href)
})
