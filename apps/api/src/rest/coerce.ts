import { z } from 'zod'

/** The schema inside optional, nullable, default and transforming ones. */
function innermost(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return innermost(schema.unwrap() as z.ZodType)
  }
  return schema instanceof z.ZodPipe ? innermost(schema.in as z.ZodType) : schema
}

/** Names of an input's fields that are numbers: in an address they come as text. */
export function numberFields(input: unknown): ReadonlySet<string> {
  if (!(input instanceof z.ZodObject)) return new Set()
  return new Set(
    Object.entries(input.shape)
      .filter(([, field]) => innermost(field) instanceof z.ZodNumber)
      .map(([name]) => name),
  )
}

/**
 * The parameters of an address as the procedure takes them. Numbers are read from their decimal text; anything else
 * stays text, for the schema to refuse. The coercion lives here, so that shared schemas stay strict for tRPC.
 */
export function fromAddress(
  parameters: Record<string, unknown>,
  numbers: ReadonlySet<string>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      numbers.has(name) && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value,
    ]),
  )
}
