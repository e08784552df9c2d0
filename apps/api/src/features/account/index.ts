export { RESET_PASSWORD, VERIFY_EMAIL } from './mails.ts'
export { readUser } from './read-user.ts'
export { requireAllowedDomain, requireBuiltIn, requireMail } from './what-is-on.ts'
