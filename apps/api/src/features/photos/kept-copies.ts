import type { Db } from '@barkyard/db/open'
import { giveUpPhotoKey, newPhotoKey, notePhotoKeys } from '@barkyard/db/queries/photos/photo-keys'
import { isKeptByReport, renameKeptPhoto } from '@barkyard/db/queries/reports/kept-photos'
import { type PhotoStorage, readFiles } from '../../platform/storage/photo-storage.ts'

/**
 * Copies the files of a photo that its dog no longer shows but a report keeps. The public address stops working, and the
 * copy has a new, secret key. A crash in between leaves a noted key, which is given up later.
 */
export async function saveKeptCopy({ db, photos }: { db: Db; photos: PhotoStorage }, key: string): Promise<void> {
  if (!(await isKeptByReport(db, key))) return
  const files = await readFiles(photos, key)
  if (!files) return
  const copy = newPhotoKey()
  await notePhotoKeys(db, [copy])
  await photos.save(copy, files)
  // No report keeps the photo any more, or the new key was given up meanwhile. Delete the copy too.
  if (!(await renameKeptPhoto(db, key, copy))) await giveUpPhotoKey(db, copy)
}
