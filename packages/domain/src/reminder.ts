/** How long before an agreed playdate its owners are reminded, in ms; each once. */
export const REMINDER_LEADS_MS = { day: 24 * 60 * 60_000, hours: 2 * 60 * 60_000 } as const
export type ReminderLead = keyof typeof REMINDER_LEADS_MS
