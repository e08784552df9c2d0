export { accountNotice, greeting, RESET_PASSWORD, VERIFY_EMAIL } from './mails.ts'
export { readUser } from './read-user.ts'
export { requireRecentSignIn } from './recent-sign-in.ts'
export { accountsElsewhere, canHavePasskeys, requireAllowedDomain, requireBuiltIn, requireMail } from './what-is-on.ts'
