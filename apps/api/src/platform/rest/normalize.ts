import type { createDocument } from 'zod-openapi'

type Document = ReturnType<typeof createDocument>

/** Removes unintended parts that the generators add to the document. */
export const normalized = (document: Document): Document => {
  const neat = used(withoutNoise(oneNameEach(document)))
  return withOpenWords(neat, sentOf(neat))
}

/** Words of responses that may gain new ones. Requests take only those that there are. */
const OPEN = [
  'ErrorReason',
  'NotificationKind',
  'ReportKind',
  'CaseKind',
  'ModerationAction',
  'VerificationKind',
  'PlaydateSignalKind',
  'WalkSignalKind',
  'WalkKind',
  'WalkRepeats',
  'PlaydatePhrase',
  'AuditAction',
  'WebhookEvent',
  'DeliveryType',
  'NoticeAction',
  'BlockKind',
  'LostApproach',
  'LostState',
  'LostOutcome',
  'SightingState',
]

/**
 * Lets generated clients take words that are added later: an answer that refers to a list of words takes any other text
 * too. @param sent names of shapes that are sent.
 */
export function withOpenWords<T>(value: T, sent: ReadonlySet<string>): T {
  const open = (inner: unknown, words: readonly string[]): unknown => {
    if (Array.isArray(inner)) return inner.map(one => open(one, words))
    if (typeof inner !== 'object' || inner === null) return inner
    const { $ref, ...beside } = inner as { $ref?: string }
    if (typeof $ref === 'string' && words.includes($ref.split('/').at(-1) ?? ''))
      return { ...beside, anyOf: [{ $ref }, { type: 'string' }] }
    return Object.fromEntries(
      Object.entries(inner).map(([key, one]) => {
        const isSent = sent.has(key) || key === 'requestBody' || key === 'parameters'
        return [key, open(one, isSent ? [] : words)]
      }),
    )
  }
  return open(value, OPEN) as T
}

/** The names of the shapes in requests, and of those that they are made of. */
function sentOf({ paths, components }: Document): ReadonlySet<string> {
  const sent = new Set<string>()
  const follow = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!sent.has(name)) {
        sent.add(name)
        follow(components?.schemas?.[name])
      }
  }
  for (const operation of Object.values(paths ?? {}).flatMap(verbs => Object.values(verbs as object)))
    follow([operation.requestBody, operation.parameters])
  return sent
}

/** Merges "PhotoFocus", which is sent, and "PhotoFocusOutput", if they differ only in `additionalProperties`. */
function oneNameEach(document: Document): Document {
  const schemas = document.components?.schemas ?? {}
  const textOf = (name: string) => JSON.stringify(withoutNoise(schemas[name] ?? null)).replaceAll('Output"', '"')
  const doubled = Object.keys(schemas).filter(name => {
    const plain = name.replace(/Output$/, '')
    return name !== plain && (!(plain in schemas) || textOf(plain) === textOf(name))
  })
  let text = JSON.stringify(document)
  for (const name of doubled) text = text.replaceAll(`schemas/${name}"`, `schemas/${name.replace(/Output$/, '')}"`)
  const renamed = JSON.parse(text) as Document
  for (const name of doubled) {
    const { [name]: shape, ...others } = renamed.components?.schemas ?? {}
    renamed.components = { ...renamed.components, schemas: { [name.replace(/Output$/, '')]: shape ?? {}, ...others } }
  }
  return renamed
}

/** Removes shapes and responses that nothing refers to, repeatedly, because a removed one may refer to others. */
function used(document: Document): Document {
  const text = JSON.stringify(document)
  let isLess = false
  for (const [kind, components] of Object.entries({
    schemas: document.components?.schemas,
    responses: document.components?.responses,
  }))
    for (const name of Object.keys(components ?? {}))
      if (components && !text.includes(`"#/components/${kind}/${name}"`)) {
        delete components[name]
        isLess = true
      }
  return isLess ? used(document) : document
}

/** Removes `additionalProperties: false`, because answers may gain fields, and the limits of JavaScript's integers. */
export function withoutNoise<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (key, inner) => {
      // The format makes zod's long pattern redundant.
      if (/^date/.test(inner?.format)) return { ...inner, pattern: undefined }
      const isNoise =
        key === 'additionalProperties' ||
        (key === 'format' && inner === 'starts_with') ||
        (key === 'maximum' && inner === Number.MAX_SAFE_INTEGER) ||
        (key === 'minimum' && inner === Number.MIN_SAFE_INTEGER)
      return isNoise ? undefined : inner
    }),
  )
}
