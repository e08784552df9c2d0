export { photosDeleted, photosOutdated, removeDeletedPhotos } from './sweep.ts'
export { storeEvidence, UPLOAD_TOO_SLOW } from './upload.ts'
