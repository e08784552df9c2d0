export { photosDeleted, photosOutdated, removeDeletedPhotos } from './sweep.ts'
export { storeFiles } from './upload.ts'
