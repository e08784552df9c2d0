import { z } from 'zod'
import { PASSWORD_MAX } from '../user.ts'
import { id, trimmedText } from './text.ts'
import { emailSchema, newPasswordSchema } from './user.ts'

/** A mailed link's token: an id and its signature. Longer ones were not made here. */
const linkToken = z.string().min(1, 'The link is incomplete').max(200, 'This link does not work')

/** The password that the account has: wrong ones are refused as such, whatever their length. */
const currentPassword = z.string().min(1, 'Please enter your password').max(PASSWORD_MAX)

export const forgotSchema = z.object({ email: emailSchema }).meta({ id: 'Forgot' })
export const resetSchema = z.object({ token: linkToken, password: newPasswordSchema }).meta({ id: 'Reset' })
export const linkSchema = z.object({ token: linkToken }).meta({ id: 'Link' })

export const changePasswordSchema = z
  .object({ current: currentPassword, password: newPasswordSchema })
  .meta({ id: 'ChangePassword' })

export const changeEmailSchema = z.object({ password: currentPassword, email: emailSchema }).meta({ id: 'ChangeEmail' })

/** Only the names that are sent change. */
export const accountEditSchema = z
  .object({
    firstName: trimmedText(1, 80, { min: 'Please enter your first name' }).optional(),
    lastName: trimmedText(1, 80, { min: 'Please enter your last name' }).optional(),
  })
  .meta({ id: 'AccountEdit' })

/** What only the owner may do, however they came by the session: the password, where the account has one. */
export const ownPasswordSchema = z.object({ password: currentPassword.optional() }).meta({ id: 'OwnPassword' })

/** Somewhere that an account is signed in. */
export const sessionSchema = z
  .object({
    id,
    current: z.boolean(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
    device: z.string().nullable(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof sessionSchema>

/** What an account can do for itself here: it depends on the installation and on the account. */
export const accountSetupSchema = z
  .object({
    /** False where an OpenID provider keeps passwords and addresses. */
    hasPassword: z.boolean(),
    /** An account of the demo, which everybody shares. */
    isDemo: z.boolean(),
    sendsMail: z.boolean(),
  })
  .meta({ id: 'AccountSetup' })
export type AccountSetup = z.infer<typeof accountSetupSchema>
