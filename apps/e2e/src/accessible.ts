import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of each theme. The themes differ only in colours, so the dark one is only checked for these. */
const RULES = {
  light: {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // An experimental rule, so no tag includes it: a control's name must contain its visible text, for speech input.
    rules: { 'label-content-name-mismatch': { enabled: true } },
  },
  dark: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
} satisfies Record<string, axe.RunOptions>

interface Fault {
  theme: string
  id: string
  target: string
}

/** Pins may be close together, because their position is essential and a list offers the same parks (WCAG 2.5.8). */
const isPin = ({ id, target }: Fault) => id === 'target-size' && target.includes('leaflet-marker-icon')

/**
 * Expects that axe finds nothing on the visible page, in both themes.
 * @param within a part of the page, because elements that a dialog half covers look too small to axe.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // Every page has a heading. Before it appears, the page is still being downloaded.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  if (!(await page.evaluate(() => 'axe' in window))) {
    // Check colours after their transitions.
    await page.addStyleTag({
      content: '*, *::before, *::after { transition: none !important; animation: none !important }',
    })
    // axe-core itself: its package for Playwright loads it anew for each theme, which takes longer than the checks.
    await page.evaluate(AXE)
  }
  const faults = await page.evaluate(findFaults, { rules: RULES, ...(within !== undefined && { within }) })
  expect(faults.filter(fault => !isPin(fault)).map(({ theme, id, target }) => `${theme}: ${id}: ${target}`)).toEqual([])
}

/**
 * Runs in the page. Shows each theme as the toggle does, and the light one at the end. The page behind a dialog is taken away
 * meanwhile: axe would look up what lies above what in all of it.
 */
async function findFaults({ rules, within }: { rules: typeof RULES; within?: string }): Promise<Fault[]> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') }
  const show = (theme: string) => {
    const root = document.documentElement
    root.classList.remove('light', 'dark')
    root.classList.add(theme)
    root.dataset.mantineColorScheme = theme
  }
  /** Whether it is scrolled partly behind the header, or behind a phone's bar. Scrolling shows all of it. */
  const isBehindBar = (selector: string) => {
    const target = document.querySelector(selector)
    const header = document.querySelector('header')
    const bar = [...document.querySelectorAll('nav[aria-label="Main"]')].at(-1)
    if (!target || header?.contains(target) || bar?.contains(target)) return false
    const { top, bottom } = target.getBoundingClientRect()
    const [over, under] = [header?.getBoundingClientRect(), bar?.getBoundingClientRect()]
    // On a desktop the bar is hidden, or in the header.
    const hasBarBelow = under !== undefined && under.top > (over?.bottom ?? 0)
    return top < (over?.bottom ?? 0) || (hasBarBelow && bottom > under.top)
  }
  // A dialog has its name one frame after it is there.
  const isNameless = () => document.querySelector('[role=dialog]:not([aria-label], [aria-labelledby])') !== null
  for (let frame = 0; frame < 60 && isNameless(); frame++) await new Promise(requestAnimationFrame)
  const [root, place] = [document.getElementById('root'), new Comment()]
  const isBehind = within !== undefined && root?.querySelector(within) === null
  if (isBehind) root.replaceWith(place)
  const faults: Fault[] = []
  try {
    for (const theme of ['light', 'dark'] as const) {
      show(theme)
      const { violations } = await axe.run(within ?? document, {
        ...rules[theme],
        resultTypes: ['violations'],
        // The app has none.
        iframes: false,
      })
      for (const { id, nodes } of violations)
        for (const { target } of nodes)
          if (id !== 'target-size' || !isBehindBar(target.join(' ')))
            faults.push({ theme, id, target: target.join(' ') })
    }
  } finally {
    show('light')
    if (isBehind) place.replaceWith(root)
  }
  return faults
}
