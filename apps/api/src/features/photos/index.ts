export { removeDeletedPhotos } from './sweep.ts'
