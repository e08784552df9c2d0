import { z } from 'zod'
import { FIRST_NAME_MISSING, PASSWORD_MAX } from '../user.ts'
import { id, trimmedText } from './text.ts'
import { emailSchema, newPasswordSchema } from './user.ts'

/** A mailed link's token: an id and its signature, which are never longer. */
const linkToken = z
  .string()
  .min(1, 'The link is incomplete')
  .max(200, 'This link does not work')
  .describe('The part of the mailed link after `token=`.')

/** The current password. It has no minimum length, so a wrong one is refused as wrong. */
const currentPassword = z
  .string()
  .min(1, 'Please enter your password')
  .max(PASSWORD_MAX)
  .describe('The current password.')

export const forgotSchema = z
  .object({ email: emailSchema.describe('The address of the account. Not case-sensitive.') })
  .meta({ id: 'Forgot', description: 'Asks for a link that sets a new password.' })
export const resetSchema = z
  .object({ token: linkToken, password: newPasswordSchema })
  .meta({ id: 'Reset', description: 'A new password, with the mailed link that allows it.' })
export const linkSchema = z
  .object({ token: linkToken })
  .meta({ id: 'Link', description: 'The token of a mailed link.' })

export const changePasswordSchema = z
  .object({ current: currentPassword, password: newPasswordSchema })
  .meta({ id: 'ChangePassword', description: 'The current and the new password.' })

export const changeEmailSchema = z
  .object({ password: currentPassword, email: emailSchema.describe('The new address. A link is mailed to it.') })
  .meta({ id: 'ChangeEmail', description: 'The current password and the new address.' })

/** Only the fields that are sent change. */
export const accountEditSchema = z
  .object({
    firstName: trimmedText(1, 80, { min: FIRST_NAME_MISSING })
      .describe('The first name. Absent: no change.')
      .optional(),
    lastName: trimmedText(1, 80, { min: 'Please enter your last name' })
      .describe('The last name. Absent: no change.')
      .optional(),
    requirePasskey: z
      .boolean()
      .describe('Whether signing in needs a passkey, a password alone does not do. Absent: no change.')
      .optional(),
  })
  .meta({ id: 'AccountEdit', description: 'What to change. Absent fields do not change.' })

/** Confirms that the owner makes the call: the password, if the account has one. */
export const ownPasswordSchema = z
  .object({
    password: currentPassword.describe('The password of the account. Absent with an OpenID provider.').optional(),
  })
  .meta({ id: 'OwnPassword', description: 'Proof that the owner of the account makes the call.' })

/** A session of an account. */
export const sessionSchema = z
  .object({
    id: id.describe('The id of the session.'),
    current: z.boolean().describe('Whether it is the session of this request.'),
    createdAt: z.iso.datetime().describe('When it began. ISO 8601 in UTC.'),
    lastUsedAt: z.iso.datetime().describe('When it was last used, to the day. ISO 8601 in UTC.'),
    device: z.string().nullable().describe('Browser and system, such as "Chrome on Android". null: unknown.'),
  })
  .meta({ id: 'Session', description: 'A signed-in browser.' })
export type Session = z.infer<typeof sessionSchema>

/** The account settings that are available. They depend on the installation and on the account. */
export const accountSetupSchema = z
  .object({
    /** False if an OpenID provider keeps passwords and addresses. */
    hasPassword: z.boolean(),
    /** A shared account of the demo. */
    isDemo: z.boolean(),
    sendsMail: z.boolean(),
    /** False at an address without a domain, and if an OpenID provider keeps the accounts. */
    passkeys: z.boolean(),
  })
  .meta({ id: 'AccountSetup' })
export type AccountSetup = z.infer<typeof accountSetupSchema>
