import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A new folder that other accounts may enter, as whom servers run that root starts. Who makes it removes it. */
export async function newFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `barkyard-${name}-`))
  await chmod(folder, 0o711)
  return folder
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** The same for a test file, from now to after its last test. */
export async function testFolder(name: string): Promise<string> {
  const folder = await newFolder(name)
  afterAll(() => removeFolder(folder))
  return folder
}
