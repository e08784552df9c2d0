import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@barkyard/postgres/testing/free-port'
import { until } from '@barkyard/postgres/testing/until'

/** An error as WebDriver names it: "stale element reference", "no such element" … */
export class WebDriverError extends Error {
  readonly kind: string

  constructor(kind: string, message: string) {
    super(`${kind}: ${message}`)
    this.kind = kind
  }
}

/** Sends one command to the session. Rejects with a WebDriverError. */
export type Command = <Result = null>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Result>

export interface Session {
  command: Command
  close(): Promise<void>
}

async function send(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }) })
  const { value } = (await response.json()) as { value: { error: string; message: string } }
  if (!response.ok) throw new WebDriverError(value.error, value.message)
  return value
}

const untilReady = (url: string, driver: ChildProcess) =>
  until<number | string>(() => {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`)
    return fetch(`${url}/status`).then(({ status }) => status, String)
  }, 200)

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

/** Starts Xvfb on a free display: its name and process. */
export async function startDisplay(): Promise<{ display: string; close(): Promise<void> }> {
  const args = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [number] = (await once(server.stdout, 'data')) as [Buffer]
  return { display: `:${number.toString().trim()}`, close: () => end(server) }
}

/** Starts MiniBrowser with its own profile. A driver has one session, so each has its own driver too. */
export async function startSession(display: string, miniBrowser: string): Promise<Session> {
  const home = await mkdtemp(join(tmpdir(), 'barkyard-webkit-'))
  const port = await freePort()
  const folders = { XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home }
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    // Far from San Francisco on purpose, as in the other browsers.
    env: {
      ...process.env,
      ...folders,
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      DISPLAY: display,
      TZ: 'Europe/Berlin',
      LANG: 'en_US.UTF-8',
    },
  })
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, driver)
  const browser = { binary: miniBrowser, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser } }
  const { sessionId } = (await send(`${url}/session`, 'POST', { capabilities })) as { sessionId: string }
  const session = `${url}/session/${sessionId}`
  return {
    command: async <Result>(method: string, path: string, body?: object) =>
      (await send(session + path, method, body)) as Result,
    async close() {
      await send(session, 'DELETE')
      await end(driver)
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
