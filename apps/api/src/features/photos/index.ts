export { photosDeleted, photosOutdated, removeDeletedPhotos } from './sweep.ts'
