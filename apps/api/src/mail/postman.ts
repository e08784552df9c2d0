import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { MailConfig } from '../config.ts'
import { mailHtml, mailText } from './layout.ts'
import type { Mail } from './mail.ts'

/** Each step of an SMTP conversation; all of them together stay below the time that a job may take. */
const STEP_WITHIN_MS = 10_000
/** The demo's outbox keeps so many mails, the newest. */
const OUTBOX_MAX = 500

export interface Letter {
  mail: Mail
  /** The same for each try to send this mail, so that a repeat can be recognised: it becomes the Message-ID. */
  id: string
  date: Date
}

/** Sends mail. */
export interface Postman {
  /** @throws where the server did not take it; the error may hold addresses, so only `redactMailError` of it is logged. */
  send(letter: Letter): Promise<void>
}

export const makePostman = (config: MailConfig): Postman =>
  config.kind === 'smtp' ? smtpPostman(config) : outboxPostman(config)

function smtpPostman({ url, from }: Extract<MailConfig, { kind: 'smtp' }>): Postman {
  const transport = createTransport({
    url,
    connectionTimeout: STEP_WITHIN_MS,
    greetingTimeout: STEP_WITHIN_MS,
    dnsTimeout: STEP_WITHIN_MS,
    socketTimeout: STEP_WITHIN_MS,
    // A mail says no more than it must: neither files nor pages are read into it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(letter) {
      await transport.sendMail(toMessage(letter, from))
    },
  }
}

/** Keeps each mail as a file that mail programs open. A mail sent twice is one file. */
function outboxPostman({ folder, from }: Extract<MailConfig, { kind: 'outbox' }>): Postman {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(letter) {
      const { message } = await transport.sendMail(toMessage(letter, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${letter.date.toISOString().replaceAll(/[:.]/g, '-')}-${letter.id}.eml`
      const partial = join(folder, `.${name}`)
      const file = await open(partial, 'w', 0o600)
      try {
        await file.writeFile(message as Buffer)
      } finally {
        await file.close()
      }
      await rename(partial, join(folder, name))
      const kept = (await readdir(folder)).filter(entry => entry.endsWith('.eml')).sort()
      await Promise.all(kept.slice(0, -OUTBOX_MAX).map(entry => rm(join(folder, entry), { force: true })))
    },
  }
}

function toMessage({ mail, id, date }: Letter, from: string): SendMailOptions {
  const host = /@([^@<>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mailText(mail),
    html: mailHtml(mail),
    messageId: `<${id}@${host}>`,
    date,
    // Answering machines leave it alone.
    headers: {
      'Auto-Submitted': 'auto-generated',
      // RFC 8058: a mail program may send the POST itself, at one click.
      ...(mail.unsubscribeUrl && {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** What may be logged of a mail that could not be sent: codes, never an address or a server's words. */
export function redactMailError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown }
  return {
    type: error.name,
    code,
    responseCode,
    command: typeof command === 'string' ? command.split(' ')[0] : undefined,
  }
}
