/** Where the committed documents say that the server is: where `npm start` puts it. */
export const LOCAL_SERVER = new URL('http://127.0.0.1:3000')

/**
 * Where scripts reach the server. "localhost" may mean ::1 to them, where nobody listens, and tools that read the
 * documents take it for a forgotten placeholder.
 * @param publicUrl where people reach it.
 */
export function serverUrl(publicUrl: URL): URL {
  const url = new URL(publicUrl)
  if (url.hostname === 'localhost') url.hostname = LOCAL_SERVER.hostname
  return url
}
