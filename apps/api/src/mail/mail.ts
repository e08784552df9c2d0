/** A mail as its templates write it: plain words, which the layout turns into text and HTML. */
export interface Mail {
  /** One address. */
  to: string
  subject: string
  /** What a mail program shows beside the subject. */
  preview: string
  heading: string
  paragraphs: string[]
  button?: { label: string; url: string }
  /** Ends mails like this one, with one click; absent for those that cannot be turned off. */
  unsubscribeUrl?: string
  /** Small print: why this mail came, and what to do if it should not have. */
  footnote: string
}
