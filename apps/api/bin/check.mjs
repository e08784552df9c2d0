// `pnpm check`: compares what is kept beside the data with the data.
import './check-node.mjs'

const { command, endOnSignals } = await import('./steps.mjs')
const { build, install } = await import('./prepare.mjs')

await command(async () => {
  const release = endOnSignals(130)
  await install({ quiet: true })
  // Not the web: an app that runs beside us serves those files.
  await build(['@barkyard/api'], { quiet: true })
  release()
  const main = new URL('../dist/check.js', import.meta.url)
  process.argv[1] = main.pathname
  await import(main.href)
})
