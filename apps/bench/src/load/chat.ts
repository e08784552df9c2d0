import WebSocket from 'ws'
import { serve } from '../lib/child.ts'

export interface Talker {
  cookie: string
  userId: string
  dogId: string
}
export interface Pair {
  matchId: string
  /** The first one writes, the second listens. */
  talkers: [Talker, Talker]
}
export interface ChatJob {
  port: number
  pairs: Pair[]
  seconds: number
  /** Each writer keeps so many messages under way … */
  window: number
  /** … or all together send so many a second. */
  perSecond?: number
}
export interface ChatResult {
  /** Messages that reached the listener, a second. */
  perSecond: number
  /** Milliseconds from sending to the listener. */
  latencies: number[]
}

interface Frame {
  type: string
  message: { matchId: string; senderDogId: string; body: string } | string
}

const BODY = 'woof! woof! sniff sniff woof! scratch scratch woof! grrr '

async function run({ port, pairs, seconds, window, perSecond }: ChatJob): Promise<ChatResult> {
  const latencies: number[] = []
  const began = performance.now()
  let counting = false
  const open = (talker: Talker, matchId: string) =>
    new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?match=${matchId}`, { headers: { cookie: talker.cookie } })
      socket.on('error', reject)
      socket.on('open', () => {
        socket.send(JSON.stringify({ type: 'auth', userId: talker.userId }))
        resolve(socket)
      })
    })
  const lines = await Promise.all(
    pairs.map(async ({ matchId, talkers: [writer, listener] }) => {
      const [from, to] = await Promise.all([open(writer, matchId), open(listener, matchId)])
      const send = () => {
        if (from.readyState !== WebSocket.OPEN) return
        const body = BODY + (performance.now() - began).toFixed(3)
        from.send(JSON.stringify({ type: 'message', matchId, senderDogId: writer.dogId, body }))
      }
      from.on('message', data => {
        const frame = JSON.parse(data.toString()) as Frame
        if (frame.type === 'error') throw new Error(String(frame.message))
        // Its own message came back: stored, room for the next.
        if (perSecond === undefined) send()
      })
      to.on('message', data => {
        const { message } = JSON.parse(data.toString()) as Frame
        if (counting && typeof message === 'object')
          latencies.push(performance.now() - began - Number(message.body.slice(BODY.length)))
      })
      return { from, to, send }
    }),
  )
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
  counting = true
  const counted = performance.now()
  await new Promise(resolve => setTimeout(resolve, seconds * 1000))
  counting = false
  const took = (performance.now() - counted) / 1000
  for (const timer of timers) clearInterval(timer)
  for (const { from, to } of lines) for (const socket of [from, to]) socket.terminate()
  return { perSecond: latencies.length / took, latencies }
}

serve({ ready: true }, run)
