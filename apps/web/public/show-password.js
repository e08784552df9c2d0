// For the pages that ask for a password and work without JavaScript: a button that shows the password while one types it.
for (const input of document.querySelectorAll('input[type="password"]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'show'
  button.textContent = 'Show password'
  button.setAttribute('aria-pressed', 'false')
  button.addEventListener('click', () => {
    const isShown = input.type === 'password'
    input.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(isShown))
  })
  // Hidden again before it is sent, so that no browser keeps it among what was typed.
  input.form?.addEventListener('submit', () => {
    input.type = 'password'
    button.setAttribute('aria-pressed', 'false')
  })
  input.closest('label')?.after(button)
}
