// For the sign-in page, which works without JavaScript too: a button that signs in with a passkey, where the browser can.
// It comes after sign-in-form.js, whose `show` and `UNREACHABLE` it uses.

const passkey = document.getElementById('passkey')
const CANCELLED = { message: 'No passkey was used. Try again, or log in with your password.' }

const bytesOf = text =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0))
const textOf = bytes =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

async function call(path, body) {
  const answer = await fetch(path, {
    method: 'POST',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => Promise.reject(UNREACHABLE))
  const content = await answer.json()
  return answer.ok ? content : Promise.reject(content)
}

async function signInWithPasskey() {
  const options = await call('/api/login/passkey/options')
  const { id, type, response } = await navigator.credentials
    .get({ publicKey: { ...options, challenge: bytesOf(options.challenge) } })
    .catch(() => Promise.reject(CANCELLED))
  const fields = ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'].filter(name => response[name])
  const answer = Object.fromEntries(fields.map(name => [name, textOf(response[name])]))
  await call('/api/login/passkey', { response: { id, rawId: id, type, response: answer } })
}

if (passkey && window.PublicKeyCredential) {
  passkey.hidden = false
  passkey.addEventListener('click', async () => {
    if (passkey.getAttribute('aria-disabled') === 'true') return
    passkey.setAttribute('aria-disabled', 'true')
    const error = await signInWithPasskey().catch(error => error)
    if (!error) return location.replace('/')
    passkey.removeAttribute('aria-disabled')
    show(error)
  })
  // The password was right, and is not enough.
  if (passkey.dataset.next !== undefined) passkey.focus()
}
