// `npm start`: installs, builds, runs. The app runs in this process, so that signals reach it directly.
import './check-node.mjs'

const { command, endOnSignals } = await import('./steps.mjs')
const { build, install } = await import('./prepare.mjs')

await command(async () => {
  const release = endOnSignals(0)
  await install()
  await build(['@barkyard/api', '@barkyard/web'])
  release()
  // The address stays the last line on the screen. In production the log matters more.
  if (process.env.NODE_ENV !== 'production') process.env.LOG_LEVEL ||= 'warn'
  endBeforeTheAppListens()
  stopLikeTerminated()
  await import('../dist/main.js')
})

/** Ends this process on a signal while the app does not yet handle signals, because it prepares its database first. */
function endBeforeTheAppListens() {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(signal === 'SIGTERM' ? 0 : 130)
    })
  }
}

/** Stops the app as SIGTERM does if the terminal is closed, or if npm is killed and cannot pass the signal on. */
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
