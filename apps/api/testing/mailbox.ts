import type { Socket } from 'node:net'
import { until } from '@barkyard/postgres/testing/until'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  /** The headers of RFC 8058, if the mail has them. */
  unsubscribe: { list: string; post: string } | null
  /** The address of the mail's button. */
  link: string
}

/** What the server does with the next mails: accepts them, at once or at `release`, refuses them, does not answer, or cuts the connection. */
type Mood = 'take' | 'hold' | 'refuse' | 'hang' | 'die'

function unsubscribeOf({ headerLines }: ParsedMail): ReceivedMail['unsubscribe'] {
  const header = (name: string) =>
    headerLines
      .find(({ key }) => key === name)
      ?.line.replace(/^[^:]*:\s*/, '')
      .replaceAll(/\r?\n\s+/g, '')
  const [list, post] = [header('list-unsubscribe'), header('list-unsubscribe-post')]
  return list !== undefined && post !== undefined ? { list, post } : null
}

function newHold() {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  return { released, release: () => release() }
}

/** A mail server for a test, of the API or in the browser. */
export class Mailbox {
  mood: Mood = 'take'
  readonly mails: ReceivedMail[] = []
  /** The number of mails that were sent to the server, accepted or not. */
  offered = 0
  readonly #server: SMTPServer
  readonly #sockets = new Set<Socket>()
  #hold = newHold()

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: ({ address }, _, done) =>
        done(this.mood === 'refuse' ? new Error(`no mailbox ${address} here`) : undefined),
      onData: (stream, session, done) => {
        this.offered++
        if (this.mood === 'hang') return
        if (this.mood === 'die') {
          for (const socket of this.#sockets) if (socket.remotePort === session.remotePort) socket.destroy()
          return
        }
        // Taken here already, so that a release that comes while it is parsed counts.
        const held = this.mood === 'hold' ? this.#hold.released : null
        simpleParser(stream).then(async mail => {
          await held
          const text = mail.text ?? ''
          this.mails.push({
            to: session.envelope.rcptTo.map(({ address }) => address).join(),
            subject: mail.subject ?? '',
            text,
            html: mail.html || '',
            messageId: mail.messageId ?? '',
            unsubscribe: unsubscribeOf(mail),
            link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
          })
          done()
        }, done)
      },
    })
    this.#server.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    // Some tests break connections.
    this.#server.on('error', () => undefined)
  }

  /** Accepts the held mails. */
  release(): void {
    this.#hold.release()
    this.#hold = newHold()
  }

  async listen(): Promise<void> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', () => resolve()))
  }

  get url(): string {
    const address = this.#server.server.address()
    if (address === null || typeof address === 'string') throw new Error('the mail server does not listen')
    return `smtp://127.0.0.1:${address.port}`
  }

  /** Awaits the n-th mail to an address. Default: the first. */
  async mailTo(
    address: string,
    { nth = 1, subject = /./ }: { nth?: number; subject?: RegExp } = {},
  ): Promise<ReceivedMail> {
    const found = () => this.mails.filter(one => one.to === address && subject.test(one.subject))[nth - 1]
    await until(
      () => this.mails.map(one => `${one.subject} to ${one.to}`),
      () => found() !== undefined,
    )
    return found() as ReceivedMail
  }

  stop(): Promise<void> {
    return new Promise(resolve => this.#server.close(() => resolve()))
  }
}
