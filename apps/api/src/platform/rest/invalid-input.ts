import { ZodError, type ZodObject } from 'zod'
import { useInputWords } from '../input-words.ts'

/** Mistakes in a body, the likeliest first. `undefined`: the field is missing. */
const WRONG_IN_BODY = [undefined, null, '', 'x'.repeat(5_000)]
/** Mistakes in an address, where everything is text. */
const WRONG_IN_ADDRESS = ['x', 'x'.repeat(300), ['x']]

/**
 * The error of an input in which one of `fields` is wrong. The document's examples show it, so they are real responses.
 * null: the fields take anything.
 */
export function invalidInput(
  input: ZodObject,
  fields: readonly string[],
  where: 'body' | 'address' = 'body',
): ZodError | null {
  useInputWords()
  for (const wrong of where === 'body' ? WRONG_IN_BODY : WRONG_IN_ADDRESS)
    for (const field of fields) {
      const { error } = input.safeParse(wrong === undefined ? {} : { [field]: wrong })
      const issues = error?.issues.filter(({ path }) => path[0] === field) ?? []
      if (issues.length > 0) return new ZodError(issues)
    }
  return null
}
