import { afterAll } from 'vitest'
import { Mailbox } from '../testing/mailbox.ts'

/** A mail server for a test file, from now to after its last test. */
export async function testMailbox(): Promise<Mailbox> {
  const mailbox = new Mailbox()
  await mailbox.listen()
  afterAll(() => mailbox.stop())
  return mailbox
}
