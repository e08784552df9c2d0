import { z } from 'zod'

/** The fields of an input that an address cannot carry as they are. */
export interface AddressFields {
  numbers: ReadonlySet<string>
  lists: ReadonlySet<string>
}

/** The schema inside optional, nullable, default and transforming ones. */
function innermost(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return innermost(schema.unwrap() as z.ZodType)
  }
  return schema instanceof z.ZodPipe ? innermost(schema.in as z.ZodType) : schema
}

/** Finds an input's numbers and lists: in an address both come as text. */
export function addressFields(input: unknown): AddressFields {
  const fields = input instanceof z.ZodObject ? Object.entries(input.shape) : []
  const namesOf = (isKind: (schema: z.ZodType) => boolean) =>
    new Set(fields.filter(([, field]) => isKind(innermost(field))).map(([name]) => name))
  return {
    numbers: namesOf(schema => schema instanceof z.ZodNumber),
    lists: namesOf(schema => schema instanceof z.ZodArray),
  }
}

/**
 * The parameters of an address as the procedure takes them. Numbers are read from their decimal text. Lists are
 * comma-joined or repeated (`sizes=a,b`, `sizes=a&sizes=b`); an empty one is an empty list. Everything else stays as it
 * is, for the schema to refuse. The coercion lives here, so that shared schemas stay strict for tRPC.
 */
export function fromAddress(
  parameters: Record<string, unknown>,
  { numbers, lists }: AddressFields,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (lists.has(name)) return [name, [value].flat().flatMap(splitList)]
      const isNumber = numbers.has(name) && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
      return [name, isNumber ? Number(value) : value]
    }),
  )
}

const splitList = (value: unknown): unknown[] =>
  typeof value === 'string' ? value.split(',').filter(part => part !== '') : [value]
