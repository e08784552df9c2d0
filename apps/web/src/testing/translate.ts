const SKIPPED = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'NOSCRIPT', 'INPUT'])

/** Replaces a text by elements, as a browser does that translates the page. */
function replace(text: Text) {
  const parent = text.parentElement
  if (!parent || !text.data.trim() || SKIPPED.has(parent.tagName) || parent.closest('font')) return
  const outer = document.createElement('font')
  outer.append(document.createElement('font'))
  if (outer.firstElementChild) outer.firstElementChild.textContent = `«${text.data}»`
  parent.replaceChild(outer, text)
}

function replaceIn(root: Node) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  texts.forEach(replace)
}

/** Translates the page, and what comes later. @returns ends it. */
export function translatePage(): () => void {
  replaceIn(document.body)
  const observer = new MutationObserver(changes => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Text) replace(node)
      else if (node instanceof Element && node.tagName !== 'FONT') replaceIn(node)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}
