import { isolate } from '@barkyard/domain/isolate'
import { accountNotice, greeting } from '../account/index.ts'

interface NoticeWords {
  subject: string
  heading: string
  /** What happened, around the passkey's name. */
  happened: [before: string, after: string]
  advice: string
  /** "whenever …" */
  when: string
}

/** A mail about a passkey. An address that is not confirmed may be a stranger's, so it does not get the name. */
const passkeyNotice = (name: string, { subject, heading, happened: [before, after], advice, when }: NoticeWords) =>
  accountNotice<{ passkey: string }>(name, (user, { passkey }, { config }) => ({
    subject,
    preview: advice,
    heading,
    paragraphs: [
      `${greeting(user)} ${before} ${user.email_verified_at ? `the passkey ${isolate(passkey)}` : 'a passkey'} ${after}`,
      advice,
    ],
    button: { label: 'Open my settings', url: new URL('/settings/account', config.publicUrl).href },
    footnote: `You get this e-mail whenever a passkey is ${when}. It cannot be turned off.`,
  }))

export const PASSKEY_ADDED = passkeyNotice('passkey-added', {
  subject: 'A passkey was added to your Barkyard account',
  heading: 'You have a new passkey',
  happened: ['you can now log in with', 'instead of your password.'],
  advice: 'If it was you, there is nothing to do. If it was not, remove the passkey, then change your password.',
  when: 'added',
})

export const PASSKEY_REMOVED = passkeyNotice('passkey-removed', {
  subject: 'A passkey was removed from your Barkyard account',
  heading: 'A passkey was removed',
  happened: ['somebody removed', 'from your Barkyard account. What was signed in with it was signed out.'],
  advice: 'If it was you, there is nothing to do. If it was not, change your password now.',
  when: 'removed',
})

export const PASSKEY_LOCKED = passkeyNotice('passkey-locked', {
  subject: 'A passkey of your Barkyard account was locked',
  heading: 'A passkey may have been copied',
  happened: ['we locked', 'of your Barkyard account: it counts its uses, and its count went back.'],
  advice: 'It signs nobody in any more. Remove it in the settings: that also signs out whatever was signed in with it.',
  when: 'locked',
})

export const PASSKEY_MAILS = [PASSKEY_ADDED, PASSKEY_REMOVED, PASSKEY_LOCKED]
