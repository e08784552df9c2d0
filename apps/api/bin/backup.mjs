// `pnpm backup DIR`: copies the embedded database and the photos while the app runs.
import './check-node.mjs'

const { command, endOnSignals } = await import('./steps.mjs')
const { build, install } = await import('./prepare.mjs')

await command(async () => {
  const release = endOnSignals(130)
  await install({ quiet: true })
  // Not the web: an app that runs beside us serves those files.
  await build(['@barkyard/api'], { quiet: true })
  release()
  const main = new URL('../dist/backup.js', import.meta.url)
  process.argv.splice(1, 1, main.pathname, 'backup')
  await import(main.href)
})
