export { changeDog, findActingDog, removeDog } from './changes.ts'
