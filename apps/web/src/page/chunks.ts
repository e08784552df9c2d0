/** A file of the build and its dependencies, from Vite's manifest. */
interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}
export type BuildManifest = Record<string, Chunk>

/** Scripts and stylesheets that these modules need before they run, without a leading slash. */
export function filesOf(manifest: BuildManifest, modules: readonly string[]): { scripts: string[]; styles: string[] } {
  const [scripts, styles, seen] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    scripts.add(chunk.file)
    for (const next of chunk.imports ?? []) visit(next)
    // After those of its imports: a screen's rules follow the rules of its parts.
    for (const style of chunk.css ?? []) styles.add(style)
  }
  for (const name of modules) visit(name)
  return { scripts: [...scripts], styles: [...styles] }
}
