import { z } from 'zod'

/** The fields of an input that need conversion from text in an address. */
export interface AddressFields {
  numbers: ReadonlySet<string>
  lists: ReadonlySet<string>
}

function innermost(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return innermost(schema.unwrap() as z.ZodType)
  }
  return schema instanceof z.ZodPipe ? innermost(schema.in as z.ZodType) : schema
}

/** Finds an input's numbers and lists, which are text in an address. */
export function addressFields(input: unknown): AddressFields {
  const shape = input instanceof z.ZodObject ? Object.entries(input.shape) : []
  const fields = shape.map(([name, schema]) => ({ name, schema: innermost(schema) }))
  const namesOf = (isKind: (schema: z.ZodType) => boolean) =>
    new Set(fields.filter(({ schema }) => isKind(schema)).map(({ name }) => name))
  return {
    numbers: namesOf(schema => schema instanceof z.ZodNumber),
    lists: namesOf(schema => schema instanceof z.ZodArray),
  }
}

/**
 * Converts the parameters of an address to a procedure's input. Numbers are parsed from decimal text. Lists are
 * comma-joined or repeated (`sizes=a,b`, `sizes=a&sizes=b`); empty text is an empty list. Everything else is left for the
 * schema to refuse. The conversion is here, so that the shared schemas stay strict for tRPC.
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
