/**
 * Starts the reference. Calls go to the page's own origin, whatever server the document names. No other server is
 * contacted, so there is no validator badge. Swagger UI puts a link inside the button that opens a call, and leaves its
 * fields and regions without names. Both are fixed here.
 */
export const REFERENCE_SCRIPT = `
const NAMES = { servers: 'Server', 'examples-select-element': 'Example', 'body-param__text': 'Request body' }
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
}
new MutationObserver(nameParts).observe(document.getElementById('reference'), { childList: true, subtree: true })
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  withCredentials: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  plugins: [{ wrapComponents: { DeepLink: (_, { React }) => ({ text }) => React.createElement('span', null, text) } }],
  requestInterceptor(request) {
    const { pathname, search } = new URL(request.url, location.href)
    request.url = location.origin + pathname + search
    return request
  },
})
`
