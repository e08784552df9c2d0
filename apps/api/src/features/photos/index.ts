export { photosDeleted, photosOutdated, removeDeletedPhotos } from './sweep.ts'
export { storeFiles, UPLOAD_TOO_SLOW } from './upload.ts'
