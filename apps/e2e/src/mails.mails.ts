import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MAILS } from '@barkyard/api/features/index'
import { LinkTokens } from '@barkyard/api/platform/access/link-token'
import { mailHtml, mailText } from '@barkyard/api/platform/mail/layout'
import { inTransaction, openDatabase } from '@barkyard/db/open'
import { verifyEmail } from '@barkyard/db/queries/account/links'
import { createUser } from '@barkyard/db/queries/account/users'
import { editPreferences } from '@barkyard/db/queries/notifications/preferences'
import { notifyUser } from '@barkyard/db/queries/notify'
import { accepted } from '@barkyard/db/testing/accepted'
import { createDatabaseFrom } from '@barkyard/postgres/testing/cluster'
import { expect, test } from '@playwright/test'

const FOLDER = join(import.meta.dirname, '../mails')
const WIDTHS = { phone: 375, desktop: 700 } as const

/** The payload of each mail's job in this test. */
const samples = (notificationId: string): Record<string, object> => ({
  'reset-password': { email: 'robin@example.com' },
  'verify-email': {},
  'password-changed': {},
  'confirm-new-email': { email: 'robin.hale@example.com' },
  'email-change-asked': { to: 'robin@example.com', email: 'robin.hale@example.com' },
  'passkey-added': { passkey: 'Phone' },
  'passkey-removed': { passkey: 'Phone' },
  'passkey-locked': { passkey: 'Phone' },
  notification: { notificationId, dueAt: new Date().toISOString() },
  digest: { dueAt: new Date().toISOString() },
  'account-removed': { to: 'robin@example.com', statement: 'Your account breaks our rules.' },
})

/** Every mail that the app sends, composed for one owner, as pictures in both themes of a mail program. */
test('every mail as a picture', async ({ page }) => {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const database = await createDatabaseFrom(process.env.TEST_CLUSTER_URL ?? '')
  const db = openDatabase(database.url)
  const robin = { email: 'robin@example.com', passwordHash: null, firstName: 'Robin', lastName: 'Hale' }
  const { userId } = accepted(await createUser(db, robin))
  const context = {
    db,
    now: () => new Date(),
    config: { publicUrl: new URL('https://barkyard.example'), rateLimit: false },
    linkTokens: new LinkTokens('a secret that only these pictures have'),
    limits: { allows: async () => true, giveBack: async () => {} },
  }
  const now = new Date()
  await inTransaction(db, trx => editPreferences(trx, userId, { digest: 'daily' }, now))
  const details = { action: 'warn', statement: 'Please keep other owners’ phone numbers out of your dog’s profile.' }
  await notifyUser(db, { event: 'decision', details, userId }, now)
  const found = { name: 'Small and calm', searchId: userId, count: 3 }
  await notifyUser(db, { event: 'dog-found', details: found, userId }, now)
  const decision = await db
    .selectFrom('notifications')
    .select('id')
    .where('event', '=', 'decision')
    .executeTakeFirstOrThrow()
  const SAMPLES = samples(decision.id)
  for (const { name: kind, compose } of MAILS) {
    // Digests need a confirmed address, so they are composed after the confirmation mail.
    if (kind === 'digest')
      await inTransaction(db, trx => verifyEmail(trx, { id: '', userId, email: 'robin@example.com' }, now))
    const job = { id: crypto.randomUUID(), userId, payload: SAMPLES[kind], attempt: 1, createdAt: new Date() }
    // A link opens only while its mail waits.
    const waiting = { id: job.id, kind: 'mail', payload: '{}', due_at: now, created_at: now }
    await db.insertInto('jobs').values(waiting).execute()
    const mail = await compose(context, job)
    if (!mail || 'until' in mail) throw new Error(`${kind} has nothing to say`)
    // The text part has the whole content of the HTML part.
    for (const paragraph of mail.paragraphs) expect(mailText(mail)).toContain(paragraph)
    await page.setContent(mailHtml(mail))
    for (const [device, width] of Object.entries(WIDTHS)) {
      await page.setViewportSize({ width, height: 600 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), kind).toBeLessThanOrEqual(width)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: join(FOLDER, `${kind}-${device}-${colorScheme}.png`), fullPage: true })
      }
    }
  }
  await db.destroy()
  await database.drop()
})
