import { REFUSALS } from '@barkyard/domain/errors'
import {
  EMAIL_MISSING,
  FIRST_NAME_MISSING,
  PASSWORD_MIN,
  PASSWORD_MISSING,
  PASSWORD_SHORT,
} from '@barkyard/domain/user'
import type { Config } from '../../config.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { ADDRESS, field, PASSKEY_SIGN_IN, PASSWORD_FIELDS, SIGN_IN_FORM } from '../../platform/http/form-page.ts'
import { pageShell } from '../../platform/http/page-shell.ts'

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
  const focused = ['code', 'firstName', 'lastName', 'email', 'password'].find(name => Object.hasOwn(fieldErrors, name))
  /** The focus begins at the first field that is wrong, else at the form's first. */
  const focus = (name: string, isFirst = false) =>
    (focused === undefined ? isFirst : focused === name) ? ' autofocus' : ''
  const says = (name: string, words?: string) => ({ words, error: fieldErrors[name] })
  const title = isSignUp ? 'Create your account' : 'Log in'
  const email = field(
    'E-mail',
    'email',
    'email',
    'username',
    typed.email,
    `required ${ADDRESS}${focus('email', !isSignUp)}`,
    says('email', EMAIL_MISSING),
  )
  const fields = isSignUp
    ? (signUp === 'invite'
        ? field(
            'Invitation code',
            'code',
            'text',
            'off',
            typed.code,
            `required maxlength="64"${focus('code')}`,
            says('code', 'Please enter your invitation code'),
          )
        : '') +
      field(
        'First name',
        'firstName',
        'text',
        'given-name',
        typed.firstName,
        `required ${NAME}${focus('firstName', true)}`,
        says('firstName', FIRST_NAME_MISSING),
      ) +
      field(
        'Last name <small>optional</small>',
        'lastName',
        'text',
        'family-name',
        typed.lastName,
        `${NAME}${focus('lastName')}`,
        says('lastName'),
      ) +
      email +
      field(
        `Password <small>at least ${PASSWORD_MIN} characters</small>`,
        'password',
        'password',
        'new-password',
        '',
        `required minlength="${PASSWORD_MIN}"${focus('password')}`,
        says('password', PASSWORD_SHORT),
      )
    : email +
      field(
        'Password',
        'password',
        'password',
        'current-password',
        '',
        `required${focus('password')}`,
        says('password', PASSWORD_MISSING),
      )
  const message = isTaken ? 'You already have an account. <a href="/api/login">Log in</a>' : error && escapeHtml(error)
  const hasPasskey = passkeys && !isSignUp
  const isClosed = isSignUp && signUp === 'closed'
  return pageShell(
    title,
    isClosed
      ? `<p>${escapeHtml(REFUSALS['signup-closed'].message)}.</p><p class="other"><a href="/api/login">Log in</a></p>`
      : `${message ? `<p class="error" role="alert">${message}</p>` : ''}
  <form method="post" action="/api/${form}">${fields}
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
