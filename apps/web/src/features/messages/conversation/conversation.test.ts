import type { Message } from '@barkyard/domain/schemas/message'
import { CLOSE_UNAUTHORIZED } from '@barkyard/domain/socket'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ChatLine } from '../../../testing/chat-line.ts'
import { aDog } from '../../../testing/rows.ts'
import { Conversation, type ConversationOptions } from './conversation.ts'
import type { Outbox, Outgoing } from './outbox.ts'

// Frames are read as the server reads them: what is no id is one of nothing.
const [ROBIN, MATCH] = [crypto.randomUUID(), crypto.randomUUID()]
const [rex, bella] = [aDog({ name: 'Rex' }), aDog({ name: 'Bella' })]

function memoryOutbox(): Outbox & { kept: readonly Outgoing[] } {
  const outbox = {
    kept: [] as readonly Outgoing[],
    load: () => outbox.kept,
    save: (messages: readonly Outgoing[]) => {
      outbox.kept = messages
    },
  }
  return outbox
}

/** Long enough for a busy machine. It polls often, so a test takes no longer than needed. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 5 })

function converse(line: ChatLine, options: Partial<ConversationOptions> = {}) {
  const arrived: Message[] = []
  const errors: string[] = []
  const unauthorized = vi.fn()
  const conversation = new Conversation({
    url: 'wss://line.example/ws',
    userId: ROBIN,
    dogId: rex.id,
    matchId: MATCH,
    list: async query => line.list(query),
    outbox: memoryOutbox(),
    pause: () => 5,
    onArrived: messages => arrived.push(...messages),
    onError: message => errors.push(message),
    onUnauthorized: unauthorized,
    ...options,
  })
  conversation.start()
  onTestFinished(() => conversation.stop())
  return { conversation, arrived, errors, unauthorized }
}

async function openChat(messages = 2, options: Partial<ConversationOptions> = {}) {
  const line = new ChatLine(MATCH).before(bella, Array(messages).fill('woof!'))
  const chat = converse(line, options)
  await until(() => {
    expect(chat.conversation.state).toMatchObject({ phase: 'ready', connection: 'open' })
    expect(line.connections).toBe(1)
    // One read of the newest messages, and one of those that came before the socket opened.
    expect(line.reads.length).toBeGreaterThanOrEqual(2)
  })
  return { line, ...chat }
}

const seqs = ({ state }: Conversation) => state.messages.map(message => message.seq)
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
const sent = (line: ChatLine) => line.frames.flatMap(frame => (frame.type === 'message' ? [frame.clientId] : []))
/** How often the page has connected. */
const connected = (line: ChatLine) => line.frames.filter(({ type }) => type === 'auth').length

it('authenticates before anything else, shows a message until the frame with its clientId confirms it, and reports errors that concern none', async () => {
  const { line, conversation, errors } = await openChat()
  expect(conversation.say('grrr')).toBe(true)
  expect(conversation.state.outgoing).toMatchObject([{ body: 'grrr', state: 'sending' }])
  const [outgoing] = conversation.state.outgoing
  await until(() => expect(seqs(conversation)).toEqual([1, 2, 3]))
  expect(conversation.state.outgoing).toEqual([])
  expect(conversation.state.sentAs.get('m3')).toBe(outgoing?.clientId)
  expect(line.frames).toMatchObject([
    { type: 'auth', userId: ROBIN },
    { type: 'message', matchId: MATCH, senderDogId: rex.id, body: 'grrr' },
  ])
  line.tell({ type: 'error', message: 'Frames are JSON text' })
  await until(() => expect(errors).toEqual(['Frames are JSON text']))
})

it('opens with messages that came with the page, and reads those after them', async () => {
  const line = new ChatLine(MATCH).before(bella, ['woof!', 'grrr', 'sniff'])
  const known = line.messages.slice(0, 2)
  const { conversation, arrived } = converse(line, { known })
  expect(conversation.state).toMatchObject({ phase: 'ready', older: 'none' })
  expect(seqs(conversation)).toEqual([1, 2])
  expect(arrived).toEqual(known)
  await until(() => expect(seqs(conversation)).toEqual([1, 2, 3]))
  expect(line.reads.every(query => query.after === 'm2' || query.after === 'm3')).toBe(true)
})

it('reads messages missed by the socket, in pages, without duplicates', async () => {
  const { line, conversation } = await openChat()
  line.cut()
  await until(() => expect(conversation.state.connection).toBe('reconnecting'))
  line.before(bella, Array(1200).fill('woof!'))
  line.isCut = false
  await until(() => expect(seqs(conversation)).toEqual(upTo(1202)))
})

it('sends in their order what was said without a connection, and refuses more than the server takes at once', async () => {
  const { line, conversation, errors } = await openChat()
  line.cut()
  await until(() => expect(conversation.state.connection).toBe('reconnecting'))
  const said = Array.from({ length: 50 }, (_, index) => `message ${index}`)
  for (const body of said) expect(conversation.say(body)).toBe(true)
  expect(conversation.say('one too many')).toBe(false)
  expect(errors).toEqual([expect.stringContaining('Too many messages are waiting')])
  line.isCut = false
  await until(() => expect(conversation.state.outgoing).toEqual([]))
  expect(line.messages.slice(2).map(message => message.body)).toEqual(said)
})

it('receives messages of its own match alone, and reads those that stay missing before one that arrived or that another source knows', async () => {
  const { line, conversation, arrived } = await openChat()
  const message = { ...(line.messages[0] as Message), id: 'm3', seq: 3, body: 'for others', matchId: 'another' }
  line.tell({ type: 'message', message })
  line.before(bella, Array(3).fill('unheard')).say(bella, 'heard')
  await until(() => expect(seqs(conversation)).toEqual(upTo(6)))
  line.before(bella, ['unheard'])
  conversation.readUpTo(7)
  await until(() => expect(seqs(conversation)).toEqual(upTo(7)))
  expect(arrived.map(({ body }) => body)).not.toContain('for others')
})

it('sends stored but unconfirmed messages again, and never shows them beside the stored ones', async () => {
  const { line, conversation } = await openChat()
  const doubled: number[] = []
  conversation.subscribe(() => {
    const { messages, outgoing } = conversation.state
    if (outgoing.some(one => messages.some(message => message.body === one.body))) doubled.push(messages.length)
  })
  line.becomes = 'cut'
  conversation.say('only once')
  await until(() => expect(line.messages).toHaveLength(3))
  line.becomes = 'stored'
  await until(() => expect(conversation.state.outgoing).toEqual([]))
  expect(seqs(conversation)).toEqual([1, 2, 3])
  expect(line.messages).toHaveLength(3)
  expect(doubled).toEqual([])
  expect(new Set(sent(line)).size).toBe(1)
})

it('drops a connection that does not confirm, and asks the user after three', async () => {
  const { line, conversation } = await openChat(2, { confirmWithin: 30 })
  line.becomes = 'unconfirmed'
  conversation.say('woof!')
  await until(() => expect(conversation.state.outgoing).toMatchObject([{ state: 'failed' }]))
  expect(connected(line)).toBeGreaterThanOrEqual(3)
  expect(line.messages).toHaveLength(3)
})

it('refreshes the user when the session has ended, and when the upgrade is refused', async () => {
  const { line, unauthorized } = await openChat()
  line.close(CLOSE_UNAUTHORIZED)
  await until(() => expect(unauthorized).toHaveBeenCalledTimes(1))
  await until(() => expect(connected(line)).toBe(2))
  line.isCut = true
  line.close(1013)
  await until(() => expect(unauthorized.mock.calls.length).toBeGreaterThan(1))
})

it('keeps unconfirmed messages for the next visit', async () => {
  const outbox = memoryOutbox()
  const { line, conversation } = await openChat(2, { outbox })
  line.becomes = 'unconfirmed'
  conversation.say('remember me')
  await until(() => expect(line.messages).toHaveLength(3))
  conversation.stop()
  expect(outbox.kept).toMatchObject([{ body: 'remember me', state: 'sending' }])
  line.becomes = 'stored'
  const { conversation: next } = converse(line, { outbox })
  await until(() => expect(next.state).toMatchObject({ phase: 'ready', outgoing: [] }))
  await until(() => expect(seqs(next)).toEqual([1, 2, 3]))
  expect(outbox.kept).toEqual([])
  expect(sent(line)).toHaveLength(2)
  expect(new Set(sent(line)).size).toBe(1)
  expect(line.messages).toHaveLength(3)
})

it('connects at once when woken, regardless of the pause, and hears nothing once it has stopped', async () => {
  const { line, conversation, arrived } = await openChat(2, { pause: () => 60_000 })
  conversation.drop()
  expect(conversation.state.connection).toBe('reconnecting')
  conversation.wake()
  await until(() => expect(conversation.state.connection).toBe('open'))
  await until(() => expect(connected(line)).toBe(2))
  conversation.stop()
  await until(() => expect(line.connections).toBe(0))
  line.say(bella, 'too late')
  expect(arrived).toHaveLength(2)
})

it('reads older messages page by page, up to the first', async () => {
  const { conversation } = await openChat(450)
  expect(conversation.state).toMatchObject({ older: 'more' })
  expect(seqs(conversation)).toHaveLength(200)
  conversation.loadOlder()
  conversation.loadOlder()
  await until(() => expect(conversation.state.older).toBe('more'))
  expect(seqs(conversation)).toHaveLength(400)
  conversation.loadOlder()
  await until(() => expect(conversation.state.older).toBe('none'))
  expect(seqs(conversation)).toEqual(upTo(450))
})

it('retries a failed read', async () => {
  const line = new ChatLine(MATCH).before(bella, ['woof!'])
  let isDown = true
  const list: ConversationOptions['list'] = async query => {
    if (isDown) throw new Error('down')
    return line.list(query)
  }
  const { conversation } = converse(line, { list })
  await until(() => expect(conversation.state.phase).toBe('failed'))
  isDown = false
  await until(() => expect(conversation.state.phase).toBe('ready'))
  expect(seqs(conversation)).toEqual([1])
})
