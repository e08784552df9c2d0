/** The content of a mail as plain text. The layout turns it into a text and an HTML part. */
export interface Mail {
  /** One address. */
  to: string
  subject: string
  /** The preview that mail programs show beside the subject. */
  preview: string
  heading: string
  paragraphs: string[]
  button?: { label: string; url: string }
  /** Unsubscribes from mails of this kind with one click. Absent for mails that cannot be turned off. */
  unsubscribeUrl?: string
  /** Small print: why this mail came, and what to do if it should not have. */
  footnote: string
}
