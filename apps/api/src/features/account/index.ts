export { accountNotice, greeting, RESET_PASSWORD, VERIFY_EMAIL } from './mails.ts'
export { requireRecentSignIn } from './proof-of-owner.ts'
export { readUser } from './read-user.ts'
export { accountsElsewhere, canHavePasskeys, requireAllowedDomain, requireBuiltIn, requireMail } from './what-is-on.ts'
