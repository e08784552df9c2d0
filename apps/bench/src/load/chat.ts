import WebSocket from 'ws'
import { serve } from '../lib/child.ts'
import type { Pair } from '../lib/talks.ts'
import { openSocket } from './socket.ts'

export interface ChatJob {
  port: number
  pairs: Pair[]
  seconds: number
  /** Each writer keeps this many messages in flight … */
  window: number
  /** … or all writers together send this many a second. */
  perSecond?: number
  /** Only connects. The next job for this port and these pairs uses these connections, and leaves them open. */
  stay: 'connect' | 'talk'
}
export interface ChatResult {
  /** Messages per second that reached the listeners. */
  perSecond: number
  /** Milliseconds from sending to the listener. */
  latencies: number[]
}

interface Frame {
  type: string
  message: { matchId: string; senderDogId: string; body: string } | string
}

const BODY = 'woof! woof! sniff sniff woof! scratch scratch woof! grrr '

interface Line {
  from: WebSocket
  to: WebSocket
  send: () => void
}

const CONNECT_AT_ONCE = 50

const began = performance.now()
const latencies: number[] = []
let counting = false
let isSteady = false
/** Connections that stay open, by port. */
const kept = new Map<number, Line[]>()

async function run({ port, pairs, seconds, window, perSecond, stay }: ChatJob): Promise<ChatResult> {
  isSteady = perSecond !== undefined
  const lines = kept.get(port) ?? (await connect(port, pairs))
  kept.set(port, lines)
  if (stay === 'connect') return { perSecond: 0, latencies: [] }
  return talk(lines, { seconds, window, ...(perSecond !== undefined && { perSecond }) })
}

async function connect(port: number, pairs: readonly Pair[]): Promise<Line[]> {
  const connectOne = async ({ matchId, talkers: [writer, listener] }: Pair): Promise<Line> => {
    const [from, to] = await Promise.all([openSocket(port, writer, matchId), openSocket(port, listener, matchId)])
    const send = () => {
      if (from.readyState !== WebSocket.OPEN) return
      const body = BODY + (performance.now() - began).toFixed(3)
      from.send(JSON.stringify({ type: 'message', matchId, senderDogId: writer.dogId, body }))
    }
    from.on('message', data => {
      const frame = JSON.parse(data.toString()) as Frame
      if (frame.type === 'error') throw new Error(String(frame.message))
      // The writer's own message came back, so it is stored and the next can be sent.
      if (!isSteady) send()
    })
    to.on('message', data => {
      const { message } = JSON.parse(data.toString()) as Frame
      if (counting && typeof message === 'object')
        latencies.push(performance.now() - began - Number(message.body.slice(BODY.length)))
    })
    return { from, to, send }
  }
  const lines: Line[] = []
  // In groups, because a busy server would refuse the last of so many at once.
  for (let n = 0; n < pairs.length; n += CONNECT_AT_ONCE)
    lines.push(...(await Promise.all(pairs.slice(n, n + CONNECT_AT_ONCE).map(connectOne))))
  return lines
}

async function talk(
  lines: readonly Line[],
  { seconds, window, perSecond }: Pick<ChatJob, 'seconds' | 'window' | 'perSecond'>,
): Promise<ChatResult> {
  await new Promise(resolve => setTimeout(resolve, 300))
  const timers: NodeJS.Timeout[] = []
  if (perSecond === undefined) for (const { send } of lines) for (let n = 0; n < window; n++) send()
  else {
    let sent = 0
    const start = performance.now()
    timers.push(
      setInterval(() => {
        for (const due = ((performance.now() - start) / 1000) * perSecond; sent < due; sent++)
          lines[sent % lines.length]?.send()
      }, 1),
    )
  }
  await new Promise(resolve => setTimeout(resolve, 500))
  latencies.length = 0
  counting = true
  const counted = performance.now()
  await new Promise(resolve => setTimeout(resolve, seconds * 1000))
  counting = false
  const took = (performance.now() - counted) / 1000
  for (const timer of timers) clearInterval(timer)
  return { perSecond: latencies.length / took, latencies: [...latencies] }
}

serve({ ready: true }, run)
