import { expect, type Page } from '@playwright/test'

/** Fails if more of the page than `most` has moved without being asked since it was opened, as Chromium's layout-shift entries count it. */
export async function expectCalm(page: Page, most: number): Promise<void> {
  const moves = await page.evaluate(
    () =>
      new Promise<{ value: number; moved: string[] }[]>(resolve => {
        const observer = new PerformanceObserver(list =>
          resolve(
            (list.getEntries() as (PerformanceEntry & LayoutShift)[]).map(({ value, startTime, sources }) => ({
              value,
              moved: sources.map(
                ({ node, previousRect, currentRect }) =>
                  `at ${startTime} ms ${node?.nodeName} ${node?.textContent?.slice(0, 40)}: ${previousRect.y} to ${currentRect.y}`,
              ),
            })),
          ),
        )
        observer.observe({ type: 'layout-shift', buffered: true })
        // The observer reports nothing if there is no shift.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])))
      }),
  )
  const sum = moves.reduce((sum, { value }) => sum + value, 0)
  expect(sum, moves.flatMap(({ moved }) => moved).join('\n')).toBeLessThanOrEqual(most)
}

/** TypeScript does not know what Chromium alone measures. */
interface LayoutShift {
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}
