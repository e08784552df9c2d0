import type { createDocument } from 'zod-openapi'

type Document = ReturnType<typeof createDocument>

/** The document without what its generators add and nobody means. */
export const tidied = (document: Document): Document => used(withoutNoise(oneNameEach(document)))

/**
 * A shape that is both sent and answered is written twice, as "PhotoFocus" and "PhotoFocusOutput", because answers are
 * closed and bodies are open. Where nothing else differs, it has one name.
 */
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

/** Without the shapes and answers that nothing refers to, after those that only such ones refer to. */
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

/**
 * Answers may gain fields, so nothing says that they have no others, and whole numbers are not bounded by what
 * JavaScript can count.
 */
export function withoutNoise<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (key, inner) => {
      // The format says the same as zod's long pattern.
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
