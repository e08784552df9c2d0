/** A random client id. `crypto.randomUUID` is not available on insecure pages, such as from a phone in the home network. */
export const newClientId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
