import { z } from 'zod'
import { COUNTED, headers } from './responses.ts'

// Parts of the descriptions of calls that are not procedures.

export const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
export const form = (schema: z.ZodType) => ({ 'application/x-www-form-urlencoded': { schema } })
export const text = { schema: z.string() }
export const BYTES = { schema: z.string().meta({ format: 'binary' }) }
/** The server of addresses that do not begin with /api. The document names it in full. */
export const OUTSIDE_API = [{ url: '/' }]
export const html = (description: string) => ({ description, headers: COUNTED, content: { 'text/html': text } })
export const redirect = (description: string) => ({ description, headers: { ...COUNTED, ...headers('Location') } })
/** For errors that a form gets as a page. */
export const withPage = { html: true }
