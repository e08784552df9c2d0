export { tellOfLostAgain } from './tell.ts'
