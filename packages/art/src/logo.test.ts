import { expect, test } from 'vitest'
import { logoSvg } from './logo.ts'

test('the logo fills its container or has a size, and needs no ids', () => {
  expect(logoSvg()).toContain('viewBox="0 0 64 64" aria-hidden="true"')
  expect(logoSvg({ size: 24 })).toContain('width="24" height="24"')
  expect(logoSvg({ tile: true })).not.toMatch(/ id="/)
})

test('a logo in one colour contains no other colour', () => {
  const colours = logoSvg({ monochrome: true, house: 'currentColor' }).match(/(?:fill|stroke)="[^"]+"/g) ?? []
  const painted = colours.filter(colour => !colour.includes('none'))
  expect(new Set(painted)).toEqual(new Set(['fill="currentColor"', 'stroke="currentColor"']))
})

test('a title is readable by screen readers and escaped', () => {
  expect(logoSvg({ title: 'Barkyard "<' })).toContain('role="img" aria-label="Barkyard &#34;&#60;"')
})
