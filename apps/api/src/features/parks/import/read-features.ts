import { createReadStream } from 'node:fs'

const [QUOTE, BACKSLASH, OBJECT, ARRAY, END_OBJECT, END_ARRAY] = [...'"\\{[}]'].map(sign => sign.charCodeAt(0))

/**
 * The features of a GeoJSON file, one after the other: the file is never in memory as a whole. Only brackets and strings
 * are followed, to find where each feature ends; a general streaming parser took four times as long and twice the memory.
 * @throws what says why the file cannot be read, also after some features: a file that was cut short is no file.
 */
export async function* readFeatures(file: string): AsyncGenerator<unknown> {
  let depth = 0
  let [isText, isEscaped, isList, hasList] = [false, false, false, false]
  /** The last text in the outermost object: the name of the member that follows. */
  let member = ''
  let feature: string | null = null
  for await (const chunk of createReadStream(file, { encoding: 'utf8' }) as AsyncIterable<string>) {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const sign = chunk.charCodeAt(at)
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (sign === BACKSLASH) isEscaped = true
        else if (sign === QUOTE) isText = false
        if (isText && depth === 1) member += chunk[at]
      } else if (sign === QUOTE) {
        isText = true
        if (depth === 1) member = ''
      } else if (sign === OBJECT || sign === ARRAY) {
        depth++
        if (depth === 2) isList = sign === ARRAY && member === 'features'
        if (isList) hasList = true
        if (depth === 3 && isList) [feature, from] = ['', at]
      } else if (sign === END_OBJECT || sign === END_ARRAY) {
        if (depth === 3 && feature !== null) {
          yield JSON.parse(feature + chunk.slice(from, at + 1))
          feature = null
        }
        if (depth === 2) isList = false
        depth--
      }
    }
    if (feature !== null) feature += chunk.slice(from)
  }
  if (depth !== 0 || isText) throw new Error('it ends too early')
  if (!hasList) throw new Error('it has no list of features')
}
