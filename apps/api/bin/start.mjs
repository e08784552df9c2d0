// `npm start`: install, build, run. The app runs in this very process, so that signals reach it directly.
import './check-node.mjs'

const { command, endOnSignals } = await import('./steps.mjs')
const { build, install } = await import('./prepare.mjs')

await command(async () => {
  const release = endOnSignals(0)
  await install()
  await build(['@barkyard/api', '@barkyard/web'])
  release()
  // Whoever starts it so reads along: the address stays the last thing on the screen. In production the log is wanted.
  if (process.env.NODE_ENV !== 'production') process.env.LOG_LEVEL ||= 'warn'
  endBeforeTheAppListens()
  stopLikeTerminated()
  await import('../dist/main.js')
})

/** Until the app itself listens to signals (it prepares its database first), one ends us in good order too. */
function endBeforeTheAppListens() {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(signal === 'SIGTERM' ? 0 : 130)
    })
  }
}

/** A closed terminal, or npm killed without a chance to tell us, ends the app as SIGTERM does. */
function stopLikeTerminated() {
  const stop = () => process.kill(process.pid, 'SIGTERM')
  process.on('SIGHUP', stop)
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 1_000)
  timer.unref()
}
