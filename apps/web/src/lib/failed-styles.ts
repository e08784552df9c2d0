/** How long a stylesheet may take when it is asked for again, in ms: the script that needs it may come without it. */
const AT_MOST_MS = 10_000

const failed = new Set<HTMLLinkElement>()

if (typeof document !== 'undefined')
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
    },
    // An element's error does not bubble.
    true,
  )

/**
 * Asks again for the stylesheets that could not be downloaded. A script that is imported again does not: its build
 * takes the broken link in the page for one that works. Rejects when one fails again.
 */
export async function loadFailedStyles(): Promise<void> {
  const links = [...failed]
  failed.clear()
  await Promise.all(
    links.map(
      link =>
        new Promise((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement
          again.addEventListener('load', resolve)
          again.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${link.href}`)))
          setTimeout(resolve, AT_MOST_MS)
          link.replaceWith(again)
        }),
    ),
  )
}
