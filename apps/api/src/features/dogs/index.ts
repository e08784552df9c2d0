export { findActingDog } from './acting-dog.ts'
export { changeDog, removeDog } from './changes.ts'
