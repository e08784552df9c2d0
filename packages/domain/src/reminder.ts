/** How long before an agreed playdate each reminder is sent, in ms. */
export const REMINDER_LEADS_MS = { day: 24 * 60 * 60_000, hours: 2 * 60 * 60_000 } as const
export type ReminderLead = keyof typeof REMINDER_LEADS_MS
