import type { Message } from '@barkyard/domain/schemas/message'
import { CLOSE_UNAUTHORIZED } from '@barkyard/domain/socket'
import { expect, it, onTestFinished, vi } from 'vitest'
import { MATCH, REX, ROBIN, Yard } from '../../../testing/chat-yard.ts'
import { Conversation, type ConversationOptions } from './conversation.ts'
import type { Outbox, Outgoing } from './outbox.ts'

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

function converse(yard: Yard, options: Partial<ConversationOptions> = {}) {
  const arrived: Message[] = []
  const errors: string[] = []
  const unauthorized = vi.fn()
  const conversation = new Conversation({
    url: yard.url,
    userId: ROBIN,
    dogId: REX,
    matchId: MATCH,
    list: yard.list,
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
  const yard = await Yard.open()
  for (let index = 0; index < messages; index += 1) yard.bark('woof!', { deliver: false })
  const chat = converse(yard, options)
  await until(() => {
    expect(chat.conversation.state).toMatchObject({ phase: 'ready', connection: 'open' })
    expect(yard.listeners).toBe(1)
    // One read of the newest messages, and one of those that came before the socket opened.
    expect(yard.reads.length).toBeGreaterThanOrEqual(2)
  })
  return { yard, ...chat }
}

const seqs = ({ state }: Conversation) => state.messages.map(message => message.seq)
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
const sent = (yard: Yard) => yard.frames.flatMap(frame => (frame.type === 'message' ? [frame.clientId] : []))

it('authenticates before anything else', async () => {
  const { yard, conversation } = await openChat()
  conversation.say('woof!')
  await until(() => expect(yard.frames).toHaveLength(2))
  expect(yard.frames[0]).toEqual({ type: 'auth', userId: ROBIN })
  expect(yard.frames[1]).toMatchObject({ type: 'message', matchId: MATCH, senderDogId: REX, body: 'woof!' })
})

it('shows an unconfirmed message until the frame with its clientId confirms it', async () => {
  const { conversation } = await openChat()
  expect(conversation.say('grrr')).toBe(true)
  expect(conversation.state.outgoing).toMatchObject([{ body: 'grrr', state: 'sending' }])
  const [outgoing] = conversation.state.outgoing
  await until(() => expect(seqs(conversation)).toEqual([1, 2, 3]))
  expect(conversation.state.outgoing).toEqual([])
  expect(conversation.state.sentAs.get('m3')).toBe(outgoing?.clientId)
})

it('opens with messages that came with the page, and reads those after them', async () => {
  const yard = await Yard.open()
  const known = [yard.bark('woof!', { deliver: false }), yard.bark('grrr', { deliver: false })]
  yard.bark('sniff', { deliver: false })
  const { conversation, arrived } = converse(yard, { known })
  expect(conversation.state).toMatchObject({ phase: 'ready', older: 'none' })
  expect(seqs(conversation)).toEqual([1, 2])
  expect(arrived).toEqual(known)
  await until(() => expect(seqs(conversation)).toEqual([1, 2, 3]))
  expect(yard.reads.every(query => query.after === 'm2' || query.after === 'm3')).toBe(true)
})

it('receives only messages of its own match', async () => {
  const { yard, conversation, arrived } = await openChat()
  yard.bark('for others', { matchId: 'another' })
  yard.bark('for us')
  await until(() => expect(seqs(conversation)).toEqual([1, 2, 3]))
  expect(arrived.map(message => message.body)).toEqual(['woof!', 'woof!', 'for us'])
})

it('reads messages missed by the socket, in pages, without duplicates', async () => {
  const { yard, conversation } = await openChat()
  yard.isAdmitting = false
  yard.breakLines()
  await until(() => expect(conversation.state.connection).toBe('reconnecting'))
  for (let index = 0; index < 1200; index += 1) yard.bark()
  yard.isAdmitting = true
  await until(() => expect(seqs(conversation)).toEqual(upTo(1202)))
})

it('sends in their order what was said without a connection, and refuses more than the server takes at once', async () => {
  const { yard, conversation, errors } = await openChat()
  yard.isAdmitting = false
  yard.breakLines()
  await until(() => expect(conversation.state.connection).toBe('reconnecting'))
  const said = Array.from({ length: 50 }, (_, index) => `message ${index}`)
  for (const body of said) expect(conversation.say(body)).toBe(true)
  expect(conversation.say('one too many')).toBe(false)
  expect(errors).toEqual([expect.stringContaining('Too many messages are waiting')])
  yard.isAdmitting = true
  await until(() => expect(conversation.state.outgoing).toEqual([]))
  expect(yard.messages.slice(2).map(message => message.body)).toEqual(said)
})

it('reads the messages that stay missing before one that arrived, or of which another source knows', async () => {
  const { yard, conversation } = await openChat()
  for (let index = 0; index < 3; index += 1) yard.bark('unheard', { deliver: false })
  yard.bark('heard')
  await until(() => expect(seqs(conversation)).toEqual(upTo(6)))
  yard.bark('unheard', { deliver: false })
  conversation.readUpTo(7)
  await until(() => expect(seqs(conversation)).toEqual(upTo(7)))
})

it('sends stored but unconfirmed messages again, and never shows them beside the stored ones', async () => {
  const { yard, conversation } = await openChat()
  const doubled: number[] = []
  conversation.subscribe(() => {
    const { messages, outgoing } = conversation.state
    if (outgoing.some(one => messages.some(message => message.body === one.body))) doubled.push(messages.length)
  })
  yard.behaviour = 'breaks'
  conversation.say('only once')
  await until(() => expect(yard.messages).toHaveLength(3))
  yard.behaviour = 'delivers'
  await until(() => expect(conversation.state.outgoing).toEqual([]))
  expect(seqs(conversation)).toEqual([1, 2, 3])
  expect(yard.messages).toHaveLength(3)
  expect(doubled).toEqual([])
  expect(new Set(sent(yard)).size).toBe(1)
})

it('drops a connection that does not confirm, and asks the user after three', async () => {
  const { yard, conversation } = await openChat(2, { confirmWithin: 30 })
  yard.behaviour = 'silent'
  conversation.say('woof!')
  await until(() => expect(conversation.state.outgoing).toMatchObject([{ state: 'failed' }]))
  expect(yard.connections).toBeGreaterThanOrEqual(3)
  expect(yard.messages).toHaveLength(3)
})

it('keeps a refused message until it is sent again or discarded', async () => {
  const { yard, conversation, errors } = await openChat()
  yard.behaviour = 'refuses'
  conversation.say('first')
  conversation.say('second')
  await until(() => expect(conversation.state.outgoing.map(one => one.state)).toEqual(['failed', 'failed']))
  expect(errors).toEqual(['Please wait a moment', 'Please wait a moment'])
  yard.behaviour = 'delivers'
  const [first, second] = conversation.state.outgoing
  conversation.tryAgain(first?.clientId ?? '')
  await until(() => expect(seqs(conversation)).toEqual([1, 2, 3]))
  expect(conversation.state.outgoing).toEqual([second])
  conversation.discard(second?.clientId ?? '')
  expect(conversation.state.outgoing).toEqual([])
})

it('reports errors that concern no message', async () => {
  const { yard, conversation, errors } = await openChat()
  conversation.tellTyping()
  yard.say({ type: 'error', message: 'Frames are JSON text' })
  await until(() => expect(errors).toEqual(['Frames are JSON text']))
})

it('refreshes the user when the session has ended, and when the upgrade is refused', async () => {
  const { yard, unauthorized } = await openChat()
  yard.breakLines(CLOSE_UNAUTHORIZED)
  await until(() => expect(unauthorized).toHaveBeenCalledTimes(1))
  await until(() => expect(yard.connections).toBe(2))
  yard.isAdmitting = false
  yard.breakLines(1013)
  await until(() => expect(unauthorized.mock.calls.length).toBeGreaterThan(1))
})

it('keeps unconfirmed messages for the next visit', async () => {
  const outbox = memoryOutbox()
  const { yard, conversation } = await openChat(2, { outbox })
  yard.behaviour = 'silent'
  conversation.say('remember me')
  await until(() => expect(yard.messages).toHaveLength(3))
  conversation.stop()
  expect(outbox.kept).toMatchObject([{ body: 'remember me', state: 'sending' }])
  yard.behaviour = 'delivers'
  const { conversation: next } = converse(yard, { outbox })
  await until(() => expect(next.state).toMatchObject({ phase: 'ready', outgoing: [] }))
  await until(() => expect(seqs(next)).toEqual([1, 2, 3]))
  expect(outbox.kept).toEqual([])
  expect(sent(yard)).toHaveLength(2)
  expect(new Set(sent(yard)).size).toBe(1)
  expect(yard.messages).toHaveLength(3)
})

it('connects at once when woken, regardless of the pause', async () => {
  const { yard, conversation } = await openChat(2, { pause: () => 60_000 })
  conversation.drop()
  expect(conversation.state.connection).toBe('reconnecting')
  conversation.wake()
  await until(() => expect(conversation.state.connection).toBe('open'))
  await until(() => expect(yard.connections).toBe(2))
})

it('makes no calls once it has stopped', async () => {
  const { yard, conversation, arrived } = await openChat()
  conversation.stop()
  await until(() => expect(yard.listeners).toBe(0))
  yard.bark()
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
  const yard = await Yard.open()
  yard.bark()
  let isDown = true
  const list: ConversationOptions['list'] = query => (isDown ? Promise.reject(new Error('down')) : yard.list(query))
  const { conversation } = converse(yard, { list })
  await until(() => expect(conversation.state.phase).toBe('failed'))
  isDown = false
  await until(() => expect(conversation.state.phase).toBe('ready'))
  expect(seqs(conversation)).toEqual([1])
})
