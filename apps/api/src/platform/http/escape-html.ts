const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML, including quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => ESCAPES[character] ?? character)
