// Sign in, sniff, bark, propose a playdate, chat over the socket with a token: TypeScript on Node.js 20.
import WebSocket from 'ws'

const URL_OF_SERVER = process.env.BARKYARD_URL ?? 'http://localhost:3000'
const email = process.env.BARKYARD_EMAIL ?? 'owner@demo.test'
const password = process.env.BARKYARD_PASSWORD ?? 'demo-demo-demo'

const headers: Record<string, string> = {}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${URL_OF_SERVER}/api${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const [cookie] = response.headers.getSetCookie()
  if (cookie) headers.cookie = cookie.split(';')[0] ?? ''
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

interface Id {
  id: string
}

await call('POST', '/login', { email, password })
console.log(`Signed in as ${email}`)

const [dog] = await call<(Id & { name: string })[]>('GET', '/sniff?distance=50&limit=1')
if (!dog) throw new Error('No dog is near')
const { matchId } = await call<{ matchId: string }>('POST', '/bark', { toDogId: dog.id })
console.log(`Barked at ${dog.name}: match ${matchId}`)

const whenTs = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString()
await call('POST', '/playdates', { matchId, whenTs, parkName: 'Dolores Park', notes: 'Fetch' })
console.log(`Proposed a playdate for ${whenTs}`)

const made = await call<Id & { token: string }>('POST', '/tokens', { name: 'walk.ts' })
delete headers.cookie
headers.authorization = `Bearer ${made.token}`

const user = await call<Id & { dog: Id }>('GET', '/auth/user')
const socket = new WebSocket(`${URL_OF_SERVER.replace(/^http/, 'ws')}/ws`, { headers })
await new Promise<void>((resolve, reject) => {
  socket.on('error', reject)
  socket.on('close', code => reject(new Error(`the socket closed with ${code}`)))
  socket.on('open', () => {
    socket.send(JSON.stringify({ type: 'auth', userId: user.id }))
    const message = { matchId, senderDogId: user.dog.id, body: 'woof! from a script', clientId: 'walk-1' }
    socket.send(JSON.stringify({ type: 'message', ...message }))
  })
  socket.on('message', data => {
    const frame = JSON.parse(data.toString())
    if (frame.type === 'error') reject(new Error(frame.message))
    // One's own message comes back with its clientId: now it is stored.
    else if (frame.message.clientId === 'walk-1') resolve()
  })
})
console.log('Sent woof over the socket')
socket.removeAllListeners('close')
socket.close()

await call('DELETE', `/tokens/${made.id}`)
console.log('Revoked the token')
