/** The server's address in the committed documents: the one that `npm start` uses. */
export const LOCAL_SERVER = new URL('http://127.0.0.1:3000')

/**
 * The server's address for scripts. "localhost" may mean ::1 to them, where nothing listens, and tools that read the
 * documents treat it as a forgotten placeholder.
 * @param publicUrl the address for people.
 */
export function serverUrl(publicUrl: URL): URL {
  const url = new URL(publicUrl)
  if (url.hostname === 'localhost') url.hostname = LOCAL_SERVER.hostname
  return url
}
