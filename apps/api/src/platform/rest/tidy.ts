import type { createDocument } from 'zod-openapi'

type Document = ReturnType<typeof createDocument>

/** Removes unintended parts that the generators add to the document. */
export const tidied = (document: Document): Document => used(withoutNoise(oneNameEach(document)))

/**
 * Merges the two versions of a shape that is both sent and answered, "PhotoFocus" and "PhotoFocusOutput", if they differ
 * only in `additionalProperties`.
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

/**
 * Removes `additionalProperties: false`, because answers may gain fields, and bounds that are only the limits of
 * JavaScript's integers.
 */
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
