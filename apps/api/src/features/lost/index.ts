export { endLost, tellOfLost, tellOfLostAgain } from './tell.ts'
