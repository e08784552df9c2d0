import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'

const PRODUCT = 'Barkyard'
let firstPage = true

let title = ''
let unread = 0

/** What the tab says: "(2) Barks · Barkyard". */
const showTitle = () => {
  const name = title ? `${title} · ${PRODUCT}` : PRODUCT
  document.title = unread > 0 ? `(${unread}) ${name}` : name
}

/** Counts in the tab's title what is unread; 0 takes the number away. */
export function showUnread(count: number) {
  unread = count
  showTitle()
}

/**
 * Sets the document's title and, after a navigation inside the app, gives the heading the focus so that screen
 * readers say where they are. Put the returned ref on the screen's h1, with `tabIndex={-1}`. `Page` does all this.
 */
export function usePageTitle(name: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigation = useNavigationType()

  useEffect(() => {
    title = name
    showTitle()
  }, [name])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page, whatever brought us here
  useEffect(() => {
    // On the very first page the browser reads the document itself; going back restores the old place.
    if (!firstPage && navigation !== 'POP') heading.current?.focus({ preventScroll: true })
    firstPage = false
  }, [])

  return heading
}
