export { findViewer, toSniffDog } from './procedures.ts'
