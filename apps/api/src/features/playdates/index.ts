export { requireFuture } from './change.ts'
