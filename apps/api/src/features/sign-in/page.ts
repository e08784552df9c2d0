import { REFUSALS } from '@barkyard/domain/errors'
import {
  EMAIL_MISSING,
  FIRST_NAME_MISSING,
  PASSWORD_MIN,
  PASSWORD_MISSING,
  PASSWORD_SHORT,
} from '@barkyard/domain/user'
import type { Config } from '../../config.ts'
import { ADDRESS, field, PASSKEY_SIGN_IN, PASSWORD_FIELDS, SIGN_IN_FORM } from '../../platform/http/form-page.ts'
import { escapeHtml, pageShell } from '../../platform/http/page-shell.ts'

export interface SignInPage {
  form: 'login' | 'signup'
  demo: boolean
  signUp: Config['signUp']
  error?: string
  fieldErrors?: Readonly<Record<string, string>>
  /** The sign-up's e-mail already has an account: the page offers to log in. */
  isTaken?: boolean
  /** Whether passkeys can be used at the app's address. */
  passkeys: boolean
  asksPasskey?: boolean
  typed: { email?: string; firstName?: string; lastName?: string; code?: string }
}

const NAME = 'maxlength="80"'
const CODE_MISSING = 'Please enter your invitation code'

/** The sign-in page: plain HTML and CSS that work without JavaScript. */
export function signInPage({
  form,
  demo,
  signUp,
  error,
  fieldErrors = {},
  isTaken,
  passkeys,
  asksPasskey,
  typed,
}: SignInPage): string {
  const isSignUp = form === 'signup'
  const wrong = ['code', 'firstName', 'lastName', 'email', 'password'].find(name => Object.hasOwn(fieldErrors, name))
  /** The focus begins at the first field that is wrong, else at the form's first. */
  const focused = wrong ?? (isSignUp ? 'firstName' : 'email')
  const input = (
    name: 'password' | keyof typeof typed,
    label: string,
    type: string,
    complete: string,
    extra: string,
    words?: string,
  ) => {
    const value = name === 'password' ? '' : typed[name]
    const attributes = `${extra}${name === focused ? ' autofocus' : ''}`
    return field(label, name, type, complete, value, attributes, { words, error: fieldErrors[name] })
  }
  const title = isSignUp ? 'Create your account' : 'Log in'
  const code = () => input('code', 'Invitation code', 'text', 'off', 'required maxlength="64"', CODE_MISSING)
  const email = input('email', 'E-mail', 'email', 'username', `required ${ADDRESS}`, EMAIL_MISSING)
  const newPassword = `Password <small>at least ${PASSWORD_MIN} characters</small>`
  const long = `required minlength="${PASSWORD_MIN}"`
  const fields = isSignUp
    ? [
        signUp === 'invite' ? code() : '',
        input('firstName', 'First name', 'text', 'given-name', `required ${NAME}`, FIRST_NAME_MISSING),
        input('lastName', 'Last name <small>optional</small>', 'text', 'family-name', NAME),
        email,
        input('password', newPassword, 'password', 'new-password', long, PASSWORD_SHORT),
      ]
    : [email, input('password', 'Password', 'password', 'current-password', 'required', PASSWORD_MISSING)]
  const message = isTaken ? 'You already have an account. <a href="/api/login">Log in</a>' : error && escapeHtml(error)
  const hasPasskey = passkeys && !isSignUp
  const isClosed = isSignUp && signUp === 'closed'
  return pageShell(
    title,
    isClosed
      ? `<p>${escapeHtml(REFUSALS['signup-closed'].message)}.</p><p class="other"><a href="/api/login">Log in</a></p>`
      : `${message ? `<p class="error" role="alert">${message}</p>` : ''}
  <form method="post" action="/api/${form}">${fields.join('')}
    <button>${isSignUp ? 'Create account' : 'Log in'}</button>
  </form>
  ${hasPasskey ? `<button type="button" class="quiet" id="passkey"${asksPasskey ? ' data-next' : ''} hidden>Use a passkey</button>` : ''}
  <p class="other">${
    isSignUp
      ? 'Already have an account? <a href="/api/login">Log in</a>'
      : `<a href="/api/forgot">Forgot your password?</a>${signUp === 'closed' ? '' : '</p><p class="other">New here? <a href="/api/login?new">Create an account</a>'}`
  }</p>
  ${demo ? DEMO : ''}
  ${PASSWORD_FIELDS}${SIGN_IN_FORM}${hasPasskey ? PASSKEY_SIGN_IN : ''}`,
  )
}

const DEMO = `<section aria-labelledby="demo"><h2 id="demo">Just looking?</h2>
    <div class="demo">
      <form method="post" action="/api/login/demo/owner"><button class="quiet">Try it as an owner</button></form>
      <form method="post" action="/api/login/demo/admin"><button class="quiet">Try it as an admin</button></form>
    </div></section>`
