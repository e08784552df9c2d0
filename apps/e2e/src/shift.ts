import type { Page } from '@playwright/test'

/** How much of the page has moved without being asked since it was opened, as Chromium's layout-shift entries count it. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        new PerformanceObserver(list =>
          resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
        ).observe({ type: 'layout-shift', buffered: true })
        // The observer reports nothing if there is no shift.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
  )
