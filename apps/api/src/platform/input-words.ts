import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

/** The message for an invalid value whose schema has none. It is a sentence without its subject, which a summary adds: the field's name. */
function inputWords(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Is required' : `Must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'too_small':
      return `Must ${amount(issue.origin, `at least ${issue.minimum}`)}`
    case 'too_big':
      return `Must ${amount(issue.origin, `at most ${issue.maximum}`)}`
    case 'invalid_value':
      return `Must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`
    case 'invalid_union':
      return 'Has an unsupported format'
    case 'invalid_format':
      return `Must be written as ${FORMATS[issue.format] ?? issue.format}`
    case 'unrecognized_keys':
      return 'Is not a field of this call'
    default:
      return undefined
  }
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}
const FORMATS: Record<string, string> = { datetime: 'a time in ISO 8601', date: 'a date in ISO 8601' }
const amount = (origin: string, bound: string) =>
  origin === 'string' ? `have ${bound} characters` : origin === 'array' ? `have ${bound} items` : `be ${bound}`

export const useInputWords = () => z.config({ customError: inputWords })
