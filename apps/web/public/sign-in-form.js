// For the pages that sign people in, which work without JavaScript too. A form is sent without leaving its page, so that
// the browser's Back never asks to submit it again. The typed e-mail goes along to the next of these pages, and Back finds
// what was typed; the password is kept nowhere.

const form = document.querySelector('main form')
const CARRIED = 'typed-email'
const KEPT = ['email', 'firstName', 'lastName']
const fields = KEPT.map(name => form?.elements.namedItem(name)).filter(Boolean)
const email = form?.elements.namedItem('email')

/** The e-mail typed on the page before, once. Storage may be forbidden. */
function takeCarried() {
  try {
    const typed = sessionStorage.getItem(CARRIED)
    sessionStorage.removeItem(CARRIED)
    return typed
  } catch {
    return null
  }
}

function carry(typed) {
  try {
    sessionStorage.setItem(CARRIED, typed)
  } catch {
    // The next page has an empty field.
  }
}

const carried = takeCarried()
const before = history.state?.typed
if (before) {
  for (const field of fields) field.value ||= before[field.name] ?? ''
  history.replaceState(null, '')
} else if (carried && email && !email.value) {
  email.value = carried
  // The browser focuses the e-mail by itself, before or after this script, but only if nothing has the focus yet.
  if ([email, document.body].includes(document.activeElement)) form.elements.namedItem('password')?.focus()
}

document.querySelector('main').addEventListener('click', event => {
  const link = event.target.closest('a[href^="/api/"]')
  if (!link || !email || event.ctrlKey || event.metaKey || event.shiftKey) return
  history.replaceState({ typed: Object.fromEntries(fields.map(({ name, value }) => [name, value])) }, '')
  if (email.value) carry(email.value)
})

/** Shows an error above the form. A new element each time, so that it is announced again. */
function show({ message, reason }) {
  document.querySelector('.error')?.remove()
  const line = document.createElement('p')
  line.className = 'error'
  line.setAttribute('role', 'alert')
  line.textContent = message
  if (reason === 'email-taken') {
    const link = document.createElement('a')
    link.href = '/api/login'
    link.textContent = 'Log in'
    line.textContent = message.replace(/Log in$/, '')
    line.append(link)
  }
  form.before(line)
  line.scrollIntoView({ block: 'nearest' })
}

// Enter goes on to the next required field that is empty, as the keyboard of a phone promises.
form?.addEventListener('keydown', event => {
  if (event.key !== 'Enter' || event.target.localName !== 'input') return
  const inputs = [...form.querySelectorAll('input')]
  const next = inputs.slice(inputs.indexOf(event.target) + 1).find(input => input.required && !input.value)
  if (!next || !event.target.value) return
  event.preventDefault()
  next.focus()
})

/** What is missing or wrong in a field, in the server's words; null: nothing. */
function wrongIn(input) {
  const { value, minLength, dataset, required, validity } = input
  const isWrong = (required && !value.trim()) || (value && (value.length < minLength || validity.typeMismatch))
  return isWrong ? (dataset.words ?? input.validationMessage) : null
}

const says = input => document.getElementById(`${input.name}-error`)

/** Says beside a field what is wrong with it, or no longer. */
function mark(input, message) {
  says(input)?.remove()
  input.toggleAttribute('aria-invalid', false)
  input.removeAttribute('aria-describedby')
  if (!message) return
  const line = document.createElement('p')
  line.className = 'field-error'
  line.id = `${input.name}-error`
  line.textContent = message
  input.closest('label').after(line)
  input.setAttribute('aria-invalid', 'true')
  input.setAttribute('aria-describedby', line.id)
}

/** Marks the fields with something to say, by name, and goes to the first. @returns whether there is one */
function markAll(messages) {
  const inputs = [...form.querySelectorAll('input')]
  for (const input of inputs) mark(input, messages[input.name])
  const first = inputs.find(input => messages[input.name])
  first?.focus()
  return first !== undefined
}

form?.addEventListener('input', ({ target }) => mark(target, null))

const UNREACHABLE = { message: "We can't reach the yard. Check your connection and try again." }

async function send(form) {
  const answer = await fetch(form.action, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(new FormData(form))),
  })
  const body = await answer.json()
  return answer.ok ? null : body
}

if (form && /\/api\/(login|signup)$/.test(form.action)) {
  const button = form.querySelector('button:not([type])')
  // The page itself says what is wrong. Without this script the browser does.
  form.noValidate = true
  form.addEventListener('submit', async event => {
    event.preventDefault()
    if (button.getAttribute('aria-disabled') === 'true') return
    document.querySelector('.error')?.remove()
    const inputs = [...form.querySelectorAll('input')]
    if (markAll(Object.fromEntries(inputs.map(input => [input.name, wrongIn(input)])))) return
    button.setAttribute('aria-disabled', 'true')
    const error = await send(form).catch(() => UNREACHABLE)
    if (!error) return location.replace('/')
    button.removeAttribute('aria-disabled')
    const issues = (error.issues ?? []).map(({ path, message }) => [path[0], message])
    if (!markAll(Object.fromEntries(issues.reverse()))) show(error)
    if (error.reason === 'passkey-required') document.getElementById('passkey')?.click()
  })
}
