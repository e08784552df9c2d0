import { brotliCompressSync } from 'node:zlib'

/** The size of the styles in a page's HTML, in bytes of brotli. */
export function stylesSize(html: string): number {
  const styles = Array.from(html.matchAll(/<style>([\s\S]*?)<\/style>/g), found => found[1] ?? '')
  if (styles.length === 0) throw new Error('The page has no styles of its own')
  return brotliCompressSync(styles.join('')).length
}
