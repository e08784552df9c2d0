import { expect, test } from 'vitest'
import { logoSvg } from './logo.ts'

test('the logo fills its container, or has a size; it needs no ids', () => {
  expect(logoSvg()).toContain('viewBox="0 0 64 64" aria-hidden="true"')
  expect(logoSvg({ size: 24 })).toContain('width="24" height="24"')
  expect(logoSvg({ tile: true })).not.toMatch(/ id="/)
})

test('in one colour there is no other', () => {
  const colours = logoSvg({ monochrome: true, house: 'currentColor' }).match(/(?:fill|stroke)="[^"]+"/g) ?? []
  const painted = colours.filter(colour => !colour.includes('none'))
  expect(new Set(painted)).toEqual(new Set(['fill="currentColor"', 'stroke="currentColor"']))
})

test('a title is told and cannot break out', () => {
  expect(logoSvg({ title: 'Barkyard "<' })).toContain('role="img" aria-label="Barkyard &#34;&#60;"')
})
