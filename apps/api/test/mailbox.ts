import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, vi } from 'vitest'

export interface ReceivedMail {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  /** The address that the mail's button leads to. */
  link: string
}

/** What the server does with the next mails: takes them, refuses them, says nothing, or cuts the connection. */
type Mood = 'take' | 'refuse' | 'hang' | 'die'

/** A mail server of a test's own. */
export class Mailbox {
  mood: Mood = 'take'
  readonly mails: ReceivedMail[] = []
  /** Mails that were offered, taken or not. */
  offered = 0
  readonly #server: SMTPServer

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
          const [connection] = [...(this.#server as unknown as { connections: Set<{ close(): void }> }).connections]
          connection?.close()
          return
        }
        simpleParser(stream).then(mail => {
          const text = mail.text ?? ''
          this.mails.push({
            ...{ to: session.envelope.rcptTo.map(({ address }) => address).join(), subject: mail.subject ?? '' },
            ...{ text, html: mail.html || '', messageId: mail.messageId ?? '' },
            link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
          })
          done()
        }, done)
      },
    })
    // A client that is gone is what some tests are about.
    this.#server.on('error', () => undefined)
  }

  async listen(): Promise<void> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', () => resolve()))
  }

  get url(): string {
    const address = this.#server.server.address()
    if (address === null || typeof address === 'string') throw new Error('the mail server does not listen')
    return `smtp://127.0.0.1:${address.port}`
  }

  /** Awaits the n-th mail to an address, the first unless told. */
  mailTo(address: string, { nth = 1, subject = /./ }: { nth?: number; subject?: RegExp } = {}): Promise<ReceivedMail> {
    return vi.waitFor(
      () => {
        const mail = this.mails.filter(one => one.to === address && subject.test(one.subject))[nth - 1]
        if (!mail) throw new Error(`no mail to ${address} yet (${this.mails.length} mails in all)`)
        return mail
      },
      { timeout: 50_000 },
    )
  }

  stop(): Promise<void> {
    return new Promise(resolve => this.#server.close(() => resolve()))
  }
}

/** A mail server for a test file, from now to after its last test. */
export async function testMailbox(): Promise<Mailbox> {
  const mailbox = new Mailbox()
  await mailbox.listen()
  afterAll(() => mailbox.stop())
  return mailbox
}
