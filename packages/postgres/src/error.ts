/** The embedded database cannot run. The message is one line for the person who started the app. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** The `code` of a Node system error (ENOENT, EACCES …), '' for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
