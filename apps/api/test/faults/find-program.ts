import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Directories of installed servers, which a user's PATH may lack. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin']

/** The path of the first of these programs that is installed. */
export function findProgram(...names: string[]): string | undefined {
  return names
    .flatMap(name => FOLDERS.map(folder => join(folder, name)))
    .find(path => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
