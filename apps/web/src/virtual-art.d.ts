declare module 'virtual:art/*' {
  /** Address of an SVG drawn at build time, see build/art-plugin.ts. */
  const url: string
  export default url
}
