/** The beginning of the day before, by the browser's clock: a day has 23 or 25 hours where summer time begins or ends. */
export const dayBefore = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1)
