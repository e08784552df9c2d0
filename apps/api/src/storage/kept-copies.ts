import type { Db } from '@barkyard/db/open'
import { isKeptByReport, renameKeptPhoto } from '@barkyard/db/queries/kept-photos'
import { giveUpPhotoKey, newPhotoKey, notePhotoKeys } from '@barkyard/db/queries/photo-keys'
import { type PhotoStorage, readFiles } from './photo-storage.ts'

/**
 * Copies the files of a photo that its dog no longer shows, where a report keeps them: the address that everybody knows
 * ends, and the copy has a key that nobody was told. A crash in between leaves a noted key, which is given up later.
 */
export async function saveKeptCopy({ db, photos }: { db: Db; photos: PhotoStorage }, key: string): Promise<void> {
  if (!(await isKeptByReport(db, key))) return
  const files = await readFiles(photos, key)
  if (!files) return
  const copy = newPhotoKey()
  await notePhotoKeys(db, [copy])
  await photos.save(copy, files)
  // Nothing keeps it any more, or it was given up meanwhile: the copy goes as well.
  if (!(await renameKeptPhoto(db, key, copy))) await giveUpPhotoKey(db, copy)
}
