import { PASSWORD_MIN } from '@barkyard/domain/user'
import { ADDRESS, errorLine, field, hiddenToken, PASSWORD_FIELDS, SIGN_IN_FORM } from '../../platform/http/form-page.ts'
import { pageShell } from '../../platform/http/page-shell.ts'

const BACK = '<p class="other"><a href="/api/login">Back to log in</a></p>'

/** Asks for the address that a link is sent to. */
export function forgotPage({ hasMail, error, email }: { hasMail: boolean; error?: string; email?: string }): string {
  const form = `<p>Tell us your e-mail address. We send you a link to choose a new password.</p>
  <form method="post" action="/api/forgot">
    ${field('E-mail', 'email', 'email', 'username', email, `required autofocus ${ADDRESS}`)}
    <button>Send me a link</button>
  </form>
  ${SIGN_IN_FORM}`
  const off = '<p>This installation sends no mail. Please ask whoever runs it to make a link for you.</p>'
  return pageShell('Forgot your password?', `${errorLine(error)}${hasMail ? form : off}${BACK}`)
}

/** Asks for the new password. Without a token the page shows only the error. */
export function resetPage({ token, error }: { token?: string; error?: string }): string {
  const form =
    token === undefined
      ? '<p><a class="button" href="/api/forgot">Ask for a new link</a></p>'
      : `<form method="post" action="/api/reset">${hiddenToken(token)}
    ${field(
      `New password <small>at least ${PASSWORD_MIN} characters</small>`,
      'password',
      'password',
      'new-password',
      '',
      `required minlength="${PASSWORD_MIN}" autofocus`,
    )}
    <button>Change my password</button>
  </form>
  ${PASSWORD_FIELDS}`
  return pageShell('Choose a new password', `${errorLine(error)}${form}${BACK}`)
}
