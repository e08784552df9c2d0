// `pnpm photos to-s3` and `pnpm photos to-disk`: moves the photo files between the disk and an S3.
import './check-node.mjs'

const { command, endOnSignals } = await import('./steps.mjs')
const { build, install } = await import('./prepare.mjs')

await command(async () => {
  const release = endOnSignals(130)
  await install({ quiet: true })
  // Not the web: an app that runs beside us serves those files.
  await build(['@barkyard/api'], { quiet: true })
  release()
  const main = new URL('../dist/photos.js', import.meta.url)
  process.argv[1] = main.pathname
  await import(main.href)
})
