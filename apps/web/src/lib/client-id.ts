/** A random name for what a client creates. By hand: `crypto.randomUUID` is missing on a page that is not secure (a phone on the home network). */
export const newClientId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
