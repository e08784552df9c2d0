import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { TestApp } from './app.ts'
import type { Person } from './client.ts'

/** Names of all photo files of an app, including partially written ones. */
export async function photoFiles(app: TestApp): Promise<string[]> {
  const entries = await readdir(join(app.dataDir, 'photos'), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter(entry => entry.isFile()).map(entry => entry.name)
}

export const photosOf = async (person: Person, dogId: string) =>
  (await person.get<Dog[]>('/api/my-dogs')).body.find(dog => dog.id === dogId)?.photos
