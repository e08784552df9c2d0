import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const STEPS = new URL('../../bin/steps.mjs', import.meta.url).href
const SLEEPER = 'console.log(process.pid); setInterval(() => undefined, 1000)'

/** Prints the process ids of two children that never end, and ends them on a signal. */
const PROGRAM = `
  import { endOnSignals, run } from ${JSON.stringify(STEPS)}
  endOnSignals(130)
  const onOutput = chunk => process.stdout.write(chunk)
  for (let n = 0; n < 2; n++) run(process.execPath, ['-e', ${JSON.stringify(SLEEPER)}], { onOutput })
`

const runs = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.skipIf(process.platform === 'win32')('a signal ends all running children', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const exited = once(parent, 'exit')
  const children = () => output.split('\n').filter(Boolean).map(Number)
  for await (const chunk of parent.stdout) {
    output += chunk
    if (children().length === 2) break
  }
  expect(children().map(runs)).toEqual([true, true])
  parent.kill('SIGINT')
  expect(await exited).toEqual([130, null])
  expect(children().map(runs)).toEqual([false, false])
})
