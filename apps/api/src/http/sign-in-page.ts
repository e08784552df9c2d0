import { PASSWORD_MIN } from '@barkyard/domain/user'
import { escapeHtml } from './escape-html.ts'
import { pageShell } from './page-shell.ts'

export interface SignInPage {
  /** Which form the page opens with. */
  form: 'login' | 'signup'
  /** Offer to try it as one of the demo's accounts. */
  demo: boolean
  error?: string
  typed: { email?: string; firstName?: string; lastName?: string }
}

const field = (label: string, name: string, type: string, autocomplete: string, value = '', extra = '') => `
  <label>${label}<input name="${name}" type="${type}" autocomplete="${autocomplete}" value="${escapeHtml(value)}" required ${extra}></label>`

/** The sign-in page: plain HTML and CSS, no JavaScript needed. */
export function signInPage({ form, demo, error, typed }: SignInPage): string {
  const isSignUp = form === 'signup'
  const title = isSignUp ? 'Create your account' : 'Log in'
  const fields = isSignUp
    ? field('First name', 'firstName', 'text', 'given-name', typed.firstName, 'maxlength="80" autofocus') +
      field('Last name', 'lastName', 'text', 'family-name', typed.lastName, 'maxlength="80"') +
      field('E-mail', 'email', 'email', 'username', typed.email) +
      field(
        `Password <small>at least ${PASSWORD_MIN} characters</small>`,
        'password',
        'password',
        'new-password',
        '',
        `minlength="${PASSWORD_MIN}"`,
      )
    : field('E-mail', 'email', 'email', 'username', typed.email, 'autofocus') +
      field('Password', 'password', 'password', 'current-password')
  return pageShell(
    title,
    `${error ? `<p class="error" role="alert">${escapeHtml(error)}</p>` : ''}
  <form method="post" action="/api/${form}">${fields}
    <button>${isSignUp ? 'Create account' : 'Log in'}</button>
  </form>
  <p class="other">${
    isSignUp
      ? 'Already have an account? <a href="/api/login">Log in</a>'
      : 'New here? <a href="/api/login?form=signup">Create an account</a>'
  }</p>
  ${demo ? DEMO : ''}`,
  )
}

const DEMO = `<section aria-labelledby="demo"><h2 id="demo">Just looking?</h2>
    <div class="demo">
      <form method="post" action="/api/login/demo/owner"><button class="quiet">Try it as an owner</button></form>
      <form method="post" action="/api/login/demo/admin"><button class="quiet">Try it as an admin</button></form>
    </div></section>`
