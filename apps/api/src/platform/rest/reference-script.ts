/**
 * Starts the reference. Calls go to the page's own origin, whatever server the document names. No other server is
 * contacted, so there is no validator badge. Swagger UI puts a link inside the button that opens a call, leaves its
 * fields and regions without names and its examples out of the keyboard's reach, and searches tags and paths alone. All
 * of these are fixed here. The search matters: of a hundred calls and more, Swagger UI keeps only the visible ones in
 * the page, so a browser's own search misses the others.
 */
export const REFERENCE_SCRIPT = `
const NAMES = {
  servers: 'Server',
  'examples-select-element': 'Example',
  'body-param__text': 'Request body',
  'operation-filter-input': 'Search the calls',
}
const REGIONS = { '.information-container': 'Guides', '.schemes-server-container': 'Server' }
const nameParts = () => {
  for (const [selector, name] of Object.entries(REGIONS)) {
    const region = document.querySelector(selector)
    region?.setAttribute('role', 'region')
    region?.setAttribute('aria-label', name)
  }
  for (const field of document.querySelectorAll('#reference :is(select, textarea, input):not([aria-label])')) {
    const parameter = field.closest('tr')?.dataset.paramName
    const name = [field.id, ...field.classList].map(word => NAMES[word]).find(Boolean)
    field.setAttribute('aria-label', name ?? parameter ?? 'Media type')
  }
  for (const example of document.querySelectorAll('#reference pre.example:not([tabindex])')) example.tabIndex = 0
}
new MutationObserver(nameParts).observe(document.getElementById('reference'), { childList: true, subtree: true })
const matches = (call, tag, words) => {
  const operation = call.get('operation')
  const text = [tag, call.get('method'), call.get('path'), operation.get('summary'), operation.get('operationId')]
  return words.every(word => text.join(' ').toLowerCase().includes(word))
}
const opsFilter = (tags, phrase) => {
  const words = phrase.toLowerCase().split(' ')
  return tags
    .map((entry, tag) => entry.update('operations', calls => calls.filter(call => matches(call, tag, words))))
    .filter(entry => entry.get('operations').size > 0)
}
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  withCredentials: true,
  docExpansion: 'list',
  filter: true,
  defaultModelsExpandDepth: 0,
  plugins: [{ fn: { opsFilter }, wrapComponents: { DeepLink: (_, { React }) => ({ text }) => React.createElement('span', null, text) } }],
  requestInterceptor(request) {
    const { pathname, search } = new URL(request.url, location.href)
    request.url = location.origin + pathname + search
    return request
  },
})
`
