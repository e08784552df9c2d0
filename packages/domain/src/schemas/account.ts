import { z } from 'zod'
import { FIRST_NAME_MISSING } from '../user.ts'
import { flag, id, shape, textOrNull, time, trimmedText } from './fields.ts'
import { currentPassword, emailSchema, newPasswordSchema } from './user.ts'

/** Any other text is refused as a link that does not work. */
const linkToken = z.string().describe('The part of the mailed link after `token=`.')

export const forgotSchema = shape('Forgot', 'Asks for a link that sets a new password.', {
  email: emailSchema.describe('The address of the account. Not case-sensitive.'),
})
export const resetSchema = shape('Reset', 'A new password, with the mailed link that allows it.', {
  token: linkToken,
  password: newPasswordSchema,
})
export const linkSchema = shape('Link', 'The token of a mailed link.', { token: linkToken })

export const changePasswordSchema = shape('ChangePassword', 'The current and the new password.', {
  current: currentPassword,
  password: newPasswordSchema,
})

export const changeEmailSchema = shape('ChangeEmail', 'The current password and the new address.', {
  password: currentPassword,
  email: emailSchema.describe('The new address. A link is mailed to it.'),
})

export const accountEditSchema = shape('AccountEdit', 'What to change. Absent fields do not change.', {
  firstName: trimmedText(1, 80, { min: FIRST_NAME_MISSING }).describe('The first name. Absent: no change.').optional(),
  lastName: trimmedText(1, 80, { min: 'Please enter your last name' })
    .describe('The last name. Absent: no change.')
    .optional(),
  requirePasskey: flag(
    'Whether signing in needs a passkey, a password alone does not do. Absent: no change.',
  ).optional(),
})

export const ownPasswordSchema = shape('OwnPassword', 'Proof that the owner of the account makes the call.', {
  password: currentPassword.describe('The password of the account. Absent with an OpenID provider.').optional(),
})

export const sessionSchema = shape('Session', 'A signed-in browser.', {
  id: id.describe('The id of the session.'),
  current: flag('Whether it is the session of this request.'),
  createdAt: time('When it began. ISO 8601 in UTC.'),
  lastUsedAt: time('When it was last used, to the day. ISO 8601 in UTC.'),
  device: textOrNull('Browser and system, such as "Chrome on Android". null: unknown.'),
})
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
