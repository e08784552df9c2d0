export { weekOfVitals } from './vitals.ts'
