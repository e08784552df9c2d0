import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { logoSvg } from './logo.ts'

test('the logo fills its container or has a size, and needs no ids', () => {
  expect(logoSvg()).toContain('viewBox="0 0 64 64" aria-hidden="true"')
  expect(logoSvg({ size: 24 })).toContain('width="24" height="24"')
  expect(logoSvg()).not.toMatch(/ id="/)
})

test('the icon of the browser is the logo', () => {
  const icon = new URL('../../../apps/web/public/favicon.svg', import.meta.url)
  expect(readFileSync(icon, 'utf8').trim()).toBe(logoSvg())
})
