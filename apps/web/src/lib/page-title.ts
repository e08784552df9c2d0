import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'

const PRODUCT = 'Barkyard'
let firstPage = true

let title = ''
let unread = 0

/** The title of the tab: "(2) Barks · Barkyard". */
const showTitle = () => {
  const name = title ? `${title} · ${PRODUCT}` : PRODUCT
  document.title = unread > 0 ? `(${unread}) ${name}` : name
}

/** Shows the number of unread messages in the tab's title; 0 removes it. */
export function showUnread(count: number) {
  unread = count
  showTitle()
}

/**
 * Sets the document's title. After a navigation inside the app it moves the focus to the heading, so that screen readers
 * announce the page. Put the returned ref on the screen's h1, with `tabIndex={-1}`. `Page` does all this.
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
    // On the first page the browser announces the document itself. Going back restores the scroll position.
    if (!firstPage && navigation !== 'POP') heading.current?.focus({ preventScroll: true })
    firstPage = false
  }, [])

  return heading
}
