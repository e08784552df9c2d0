import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readEmail } from '@barkyard/domain/email'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { growingPause, type Job, type JobHandler, untilKnown } from '../jobs/runner.ts'
import type { PlatformServices } from '../write.ts'
import { mailHtml, mailText } from './layout.ts'
import { MAIL, type Mail, type MailKind } from './mails.ts'

const MAILS_AT_ONCE = 5

export function mailHandler(
  services: PlatformServices,
  kinds: readonly MailKind<unknown>[],
): JobHandler<{ mail: string }> {
  const { config, deliveryTimes: times, now } = services
  const { mail: way, mailFrom } = config
  // Without one, leftover jobs are dropped: no new ones are put.
  const send = way && (way.kind === 'smtp' ? smtpTo(way.url, mailFrom) : outbox(way.folder, mailFrom))
  const byName = new Map(kinds.map(kind => [kind.name, kind]))
  return {
    kind: MAIL,
    atOnce: MAILS_AT_ONCE,
    async run(job: Job<{ mail: string; dueAt?: string }>) {
      if (!send) return undefined
      const kind = byName.get(job.payload.mail)
      const mail = kind ? await kind.compose(services, job) : untilKnown(job.createdAt, now())
      if (!mail) return undefined
      if ('until' in mail) return mail
      // An account from before addresses were checked: the mail would arrive elsewhere, or nowhere.
      if (!readEmail(mail.to)) {
        times.counts.mail.failed++
        return undefined
      }
      try {
        await send({ mail, id: job.id, date: job.createdAt })
      } catch (error) {
        times.counts.mail.failed++
        throw error
      }
      const { dueAt } = job.payload
      times.sent('mail', now().getTime() - (dueAt ? Date.parse(dueAt) : job.createdAt.getTime()))
      return undefined
    },
    pauseAfter: (attempt, ageMs) => times.countGivenUp('mail', growingPause(attempt, ageMs)),
    redact: redactMailError,
  }
}

/** The timeout of each SMTP step. All steps together stay below the time limit of a job. */
const STEP_WITHIN_MS = 10_000
/** The number of newest mails that the demo's outbox keeps. */
const OUTBOX_MAX = 500

interface OutgoingMail {
  mail: Mail
  /** Becomes the Message-ID. All attempts to send a mail have the same one, so that repeats can be recognised. */
  id: string
  date: Date
}

/** @throws if the server refuses it. The error may contain addresses, so log only `redactMailError` of it. */
type Send = (outgoing: OutgoingMail) => Promise<void>

const smtpOf = (url: string) =>
  createTransport({
    url,
    connectionTimeout: STEP_WITHIN_MS,
    greetingTimeout: STEP_WITHIN_MS,
    dnsTimeout: STEP_WITHIN_MS,
    socketTimeout: STEP_WITHIN_MS,
    // A mail never includes files or pages.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/** Signs in at the mail server and sends nothing. @throws an error to be redacted, as of `send`. */
export async function checkSmtp(url: string): Promise<void> {
  const transport = smtpOf(url)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function smtpTo(url: string, from: string): Send {
  const transport = smtpOf(url)
  return async outgoing => void (await transport.sendMail(toMessage(outgoing, from)))
}

/** Stores each mail as an .eml file. A mail that is sent twice is one file. */
function outbox(folder: string, from: string): Send {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async outgoing => {
    const { message } = await transport.sendMail(toMessage(outgoing, from))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${outgoing.date.toISOString().replaceAll(/[:.]/g, '-')}-${outgoing.id}.eml`
    const partial = join(folder, `.${name}`)
    await writeFile(partial, message as Buffer, { mode: 0o600 })
    await rename(partial, join(folder, name))
    const kept = (await readdir(folder)).filter(entry => entry.endsWith('.eml')).sort()
    await Promise.all(kept.slice(0, -OUTBOX_MAX).map(entry => rm(join(folder, entry), { force: true })))
  }
}

function toMessage({ mail, id, date }: OutgoingMail, from: string): SendMailOptions {
  const host = /@([^@<>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    // In ASCII as far as it goes, so that nothing on the way rewrites it.
    to: { name: '', address: readEmail(mail.to)?.ascii ?? '' },
    subject: mail.subject,
    text: mailText(mail),
    html: mailHtml(mail),
    messageId: `<${id}@${host}>`,
    date,
    // Keeps autoresponders from answering.
    headers: {
      'Auto-Submitted': 'auto-generated',
      // RFC 8058: the mail program sends the POST itself, after one click.
      ...(mail.unsubscribeUrl && {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** The part of a mail error that may be logged: codes, never addresses or the server's messages. */
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
