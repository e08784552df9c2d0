// For the pages that ask for a password and work without JavaScript: a button that shows the password, and for a new one a
// hint about its strength.

/** From this length on a password counts as good: the app says so too. */
const GOOD_LENGTH = 12

/** A hint about a new password while it is typed. The server refuses common ones by a list. */
function hintOf({ value, minLength }) {
  const missing = minLength - value.length
  if (value === '') return ''
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'}`
  if (new Set(value).size < 4) return 'Weak: the same few characters over and over'
  return value.length < GOOD_LENGTH ? 'Fair: a few words in a row are stronger' : 'Good'
}

for (const input of document.querySelectorAll('input[type="password"]')) {
  const { autocomplete } = input
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'show'
  button.textContent = 'Show password'
  button.setAttribute('aria-pressed', 'false')
  button.addEventListener('click', () => {
    const isShown = input.type === 'password'
    input.type = isShown ? 'text' : 'password'
    // A browser keeps the text of a field for Back, and a shown password is text, but not without autocomplete.
    input.autocomplete = isShown ? 'off' : autocomplete
    button.setAttribute('aria-pressed', String(isShown))
  })
  // Hidden again before it is sent, so that no browser keeps it among what was typed.
  input.form?.addEventListener('submit', () => {
    input.type = 'password'
    input.autocomplete = autocomplete
    button.setAttribute('aria-pressed', 'false')
  })
  input.closest('label')?.after(button)

  if (input.autocomplete === 'new-password') {
    const hint = document.createElement('p')
    hint.className = 'hint'
    hint.setAttribute('aria-live', 'polite')
    input.addEventListener('input', () => {
      hint.textContent = hintOf(input)
    })
    button.after(hint)
  }
}
