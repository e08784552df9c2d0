export { findSearchingDog, toSniffDog } from './procedures.ts'
