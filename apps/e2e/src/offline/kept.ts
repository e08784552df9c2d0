import { expect } from '@playwright/test'
import type { Tab } from '../browsers/tab.ts'

type Evaluates = Pick<Tab, 'evaluate'>

/** Every address that the device has cached, by the name of its cache. */
export const kept = (page: Evaluates) =>
  page.evaluate(async () => {
    const all: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) all.push(`${name} ${new URL(url).pathname}`)
    return all
  })

/** Waits until the app could start without the server. */
export const untilKept = (page: Evaluates) =>
  expect
    .poll(async () => (await kept(page)).filter(one => /shell.html$|last-seen\/2$/.test(one)).length, {
      timeout: 120_000,
    })
    .toBe(2)

/** Waits until the app's files are those of the version "newer". */
export const untilNewer = (page: Evaluates) =>
  expect
    .poll(async () => (await page.evaluate(() => caches.keys())).filter(name => name.startsWith('shell-')), {
      timeout: 120_000,
    })
    .toEqual(['shell-newer'])
