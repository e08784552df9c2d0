import type { Chance } from '@barkyard/art/random'

/** The part of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** Text that JSON.stringify cannot produce. It replaces the marks. */
const MARKS: Record<string, string> = {
  '\u0001huge': '1e400',
  '\u0001digits': '9'.repeat(400),
  '\u0001deep': `${'['.repeat(5000)}${']'.repeat(5000)}`,
  '\u0001deeper': `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  '\u0001surrogate': '"\\ud800"',
  '\u0001swapped': '"x\\udc00\\ud800x"',
  '\u0001zero': '-0',
}

/** JSON with the oddities that only text can contain. */
export const toOddJson = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replace(/"\\u0001(\w+)"/g, (all, name: string) => MARKS[`\u0001${name}`] ?? all)

const LONG = 'wide '.repeat(5000)
export const ODD_TEXTS = [
  '',
  ' ',
  'a\0b',
  '\0',
  '\u0001surrogate',
  '\u0001swapped',
  '\ufeff',
  '\u202eright to left',
  '👩‍👩‍👧‍👦'.repeat(50),
  'é'.normalize('NFD'),
  LONG,
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '1e999',
  '0x10',
  "'; DROP TABLE users; --",
  '%',
  '_%\\',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '{{7*7}}',
  '$\u007b7*7}',
  'a,b,,c',
  ',',
  '[object Object]',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01890000-0000-7000-8000-00000000000g',
] as const
const ODD_NUMBERS = [
  ...[-1, 0, 1, 0.5, -0.001, 1e-320, 255, 256, 32768, 65536, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63],
  ...[1e308, -1e308, 90.0000001, -180.0000001, '\u0001huge', '\u0001digits', '\u0001zero'],
] as const
const ODD_TIMES = [
  ...['2099-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '2099-02-30T00:00:00Z'],
  ...['2099-01-01', '2099-01-01T24:00:00Z', '2099-01-01T00:00:00', '+010000-01-01T00:00:00Z', '2099-W01-1T00:00Z'],
  `2099-01-01T00:00:00.${'1'.repeat(300)}Z`,
] as const
const ODD_THINGS = [
  ...[null, true, false, [], {}, [[]], [null], { a: 1 }, '', 0, 7, 'x', '\u0001huge', '\u0001deep', '\u0001deeper'],
] as const
/** Fields that no caller may set. */
const FORBIDDEN_FIELDS = {
  id: 'x',
  userId: 'x',
  ownerId: 'x',
  isAdmin: true,
  isDemo: true,
  status: 'accepted',
  photos: [],
  cell: 1,
  senderDogId: 'x',
  actingDogId: 'x',
  dog: null,
  caller: { isAdmin: true },
  seq: 1,
  createdAt: 'x',
}

/** Generates values from a schema: mostly valid, often just out of bounds, sometimes of a wrong type. */
export class OddValues {
  readonly #chance: Chance
  readonly #resolve: (ref: string) => Schema
  readonly #ids: readonly string[]

  constructor(chance: Chance, resolve: (ref: string) => Schema, ids: readonly string[]) {
    this.#chance = chance
    this.#resolve = resolve
    this.#ids = ids
  }

  one<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.#chance.next() * list.length)]
    if (picked === undefined) throw new Error('an empty list')
    return picked
  }

  often(share: number): boolean {
    return this.#chance.next() < share
  }

  /** @param oddity the share of values that do not match the schema, 0 to 1. */
  value(schema: Schema, oddity: number, name = ''): unknown {
    if (schema.$ref) return this.value(this.#resolve(schema.$ref), oddity, name)
    if (this.often(oddity / 3)) return this.one(ODD_THINGS)
    const choice = schema.anyOf ?? schema.oneOf
    if (choice) return this.value(this.one(choice), oddity, name)
    if (schema.enum) return this.often(oddity) ? this.one(ODD_TEXTS) : this.one(schema.enum)
    if (schema.const !== undefined) return this.often(oddity) ? this.one(ODD_THINGS) : schema.const
    const type = Array.isArray(schema.type) ? this.one(schema.type) : schema.type
    switch (type) {
      case 'object':
        return this.#object(schema, oddity)
      case 'array': {
        const length = this.often(oddity / 4) ? 300 : Math.floor(this.#chance.between(0, 4))
        return Array.from({ length }, () => this.value(schema.items ?? {}, oddity, name))
      }
      case 'integer':
      case 'number':
        return this.#number(schema, oddity)
      case 'boolean':
        return this.often(0.5)
      case 'null':
        return null
      case 'string':
        return this.text(schema, oddity, name)
      default:
        return this.one(ODD_THINGS)
    }
  }

  #object({ properties = {}, required = [] }: Schema, oddity: number): Record<string, unknown> {
    const made: Record<string, unknown> = {}
    for (const [name, schema] of Object.entries(properties)) {
      const isLeftOut = required.includes(name) ? this.often(oddity / 4) : this.often(0.3)
      if (!isLeftOut) made[name] = this.value(schema, oddity, name)
    }
    return this.often(0.2) ? { ...FORBIDDEN_FIELDS, ...made } : made
  }

  #number({ minimum = -1000, maximum = 1000, type }: Schema, oddity: number): unknown {
    if (this.often(oddity)) return this.one([...ODD_NUMBERS, minimum - 1, maximum + 1, String(maximum)])
    const between = this.#chance.between(minimum, maximum + 1)
    return this.one([minimum, maximum, type === 'integer' ? Math.floor(between) : Math.min(maximum, between)])
  }

  text({ minLength = 0, maxLength = 40, format }: Schema, oddity: number, name = ''): string {
    const isId = /id$/i.test(name) || name === 'cursor' || name === 'before' || name === 'after'
    if (isId && this.often(0.85)) {
      const id = this.one(this.#ids)
      return this.often(0.1) ? id.toUpperCase() : id
    }
    if (this.often(oddity)) {
      if (this.often(0.3)) return 'x'.repeat(Math.max(0, this.one([minLength - 1, maxLength + 1, maxLength * 10])))
      return this.one(ODD_TEXTS)
    }
    if (format === 'date-time' || name === 'whenTs') return this.one(ODD_TIMES)
    if (name === 'parkName') return 'Dolores Park'
    if (name === 'email') return `fuzz-${Math.floor(this.#chance.next() * 1000)}@example.test`
    if (name === 'city' || name === 'query') return this.one(['San Francisco', 'Springfield, IL', 'Paris', 'são', 'x'])
    return 'Rex'.padEnd(this.one([minLength, Math.min(maxLength, 60), 3]), 'x')
  }
}
