export {
  accountsElsewhere,
  canHavePasskeys,
  requireAllowedDomain,
  requireBuiltIn,
  requireMail,
} from './capabilities.ts'
export { accountNotice, greeting, RESET_PASSWORD, VERIFY_EMAIL } from './mails.ts'
export { requireRecentSignIn } from './proof-of-owner.ts'
export { readUser } from './read-user.ts'
