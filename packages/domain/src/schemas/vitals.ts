import { z } from 'zod'
import { shape } from './fields.ts'

const time = (what: string) => z.number().min(0).max(3_600_000).describe(`${what}, in ms.`).optional()

export const vitalsSchema = shape('Vitals', 'How fast a page felt.', {
  route: z.string().max(50).describe('The name of the screen that the page began with.'),
  lcp: time('Largest Contentful Paint'),
  inp: time('Interaction to Next Paint'),
  cls: z.number().min(0).max(1_000).describe('Cumulative Layout Shift, without a unit.').optional(),
  ttfb: time('Time to First Byte'),
})
export type Vitals = z.infer<typeof vitalsSchema>

const p75 = z.number().nullable()
export const vitalNumbersSchema = z.object({
  /** null: all routes. */
  route: z.string().nullable(),
  pages: z.number().int(),
  lcp: p75,
  inp: p75,
  cls: p75,
  ttfb: p75,
})
export type VitalNumbers = z.infer<typeof vitalNumbersSchema>
