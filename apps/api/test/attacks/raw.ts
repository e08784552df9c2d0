import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** A call with any headers, Host too, from any address of this machine, and the bytes of its answer as they come: fetch allows neither. */
export async function callRaw(url: string, options: RequestOptions = {}, body = '') {
  const call = request(url, options)
  call.end(body)
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  const bytes = Buffer.concat(await answer.toArray()).length
  return { status: answer.statusCode, headers: answer.headers, bytes }
}

/** An open connection to a server, whose data is discarded. */
export function connectTo(url: string): Promise<Socket> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  return new Promise(resolve => socket.once('connect', () => resolve(socket)))
}

export interface RawAnswer {
  /** 0 if the server closed the connection without an answer. */
  status: number
  /** Names in lower case. */
  headers: Map<string, string>
  body: string
}

/** Sends exactly these bytes and reads until the server closes the connection, so send "Connection: close". */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = await connectTo(url)
  const chunks: Buffer[] = []
  socket.on('data', chunk => chunks.push(chunk))
  socket.write(bytes)
  await new Promise(resolve => socket.once('close', resolve))
  const [head = '', ...rest] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(':')
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
  })
  return { status: Number(line.split(' ')[1] ?? 0), headers: new Map(headers), body: rest.join('\r\n\r\n') }
}
