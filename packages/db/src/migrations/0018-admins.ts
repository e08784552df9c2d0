import { addIndex } from './steps.ts'

/** Admins are few among many users, and looked for with each report: who is told of it, and who else can decide. */
export const steps = [addIndex('users_admins', 'ON users (id) WHERE is_admin')]
