/** The embedded database cannot run. The message is one line for the person who started the app. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/**
 * What a failed use of files means for the operator, in one line with its cure; null = it does not say.
 * @param error a system error, or what a program printed.
 * @param folder where the files are.
 */
export function fileTrouble(error: unknown, folder: string): string | null {
  const code = typeof error === 'string' ? PRINTED.find(([words]) => words.test(error))?.[1] : errorCode(error)
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : folder
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${folder} is full: free some space, or set another DATA_DIR`
    case 'EROFS':
      return `${folder} is on a read-only disk: set another DATA_DIR`
    case 'ENOTDIR':
      return `${folder} is not a directory, or lies in a file: set another DATA_DIR`
    case 'EACCES':
    case 'EPERM':
      return `This account may not use ${path}. If it belongs to another account, after a copy as root for example: sudo chown -R "$(id -un)" ${folder}`
    default:
      return null
  }
}

const PRINTED: [RegExp, string][] = [
  [/No space left on device|Disk quota exceeded/, 'ENOSPC'],
  [/Read-only file system/, 'EROFS'],
]

/** The `code` of a Node system error (ENOENT, EACCES …), '' for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
