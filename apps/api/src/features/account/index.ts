export { RESET_PASSWORD, VERIFY_EMAIL } from './mails.ts'
export { readUser } from './read-user.ts'
export { requireBuiltIn, requireMail } from './what-is-on.ts'
