/** How long a retried stylesheet may take, in ms. After that its script runs without it. */
const AT_MOST_MS = 10_000

const failed = new Set<HTMLLinkElement>()

if (typeof document !== 'undefined')
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
    },
    // Error events of elements do not bubble, so this captures them.
    true,
  )

/**
 * Downloads failed stylesheets again. Importing their script again does not, because Vite takes the broken link in the
 * page for a working one. Rejects if one fails again.
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
