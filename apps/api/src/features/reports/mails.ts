import type { MailKind } from '../../platform/mail/mails.ts'

/** To the address of an account that the moderators deleted. */
export const ACCOUNT_REMOVED: MailKind<{ to: string; statement: string }> = {
  name: 'account-removed',
  compose: async (_, { payload }) => ({
    to: payload.to,
    subject: 'Your Barkyard account was deleted',
    preview: 'What we decided, and why.',
    heading: 'Your account was deleted',
    paragraphs: [
      'The moderators looked at a report and deleted your account with everything in it. This cannot be undone.',
      payload.statement,
      'If you think this is wrong, write to the people who run this installation.',
    ],
    footnote: 'You get this e-mail because the account had this address. We no longer keep it.',
  }),
}
