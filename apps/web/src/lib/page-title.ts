import { isolate } from '@barkyard/domain/isolate'
import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'
import { afterPaint } from './after-paint.ts'

const PRODUCT = 'Barkyard'
let firstPage = true

let title = ''
let unread = 0

/** The title of the tab: "(2) Barks · Barkyard". */
const showTitle = () => {
  const name = title ? `${title} · ${PRODUCT}` : PRODUCT
  const next = unread > 0 ? `(${unread}) ${isolate(name)}` : name
  if (document.title !== next) document.title = next
}

/** Shows the number of unread messages in the tab's title; 0 removes it. */
export function showUnread(count: number) {
  unread = count
  showTitle()
}

/** Sets the document's title. After a navigation the h1 with the returned ref gets the focus, for screen readers. */
export function usePageTitle(name: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigation = useNavigationType()

  useEffect(() => {
    title = name
    return afterPaint(showTitle)
  }, [name])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page, whatever brought us here
  useEffect(() => {
    const isFirst = firstPage
    firstPage = false
    // On the first page the browser announces the document itself. Going back restores the scroll position.
    if (isFirst || navigation === 'POP') return
    // Focusing computes the page's layout, which is then computed again if anything changes before the paint.
    return afterPaint(() => {
      // A page may begin at its first field.
      if (!document.activeElement?.matches('input, textarea')) heading.current?.focus({ preventScroll: true })
    })
  }, [])

  return heading
}
