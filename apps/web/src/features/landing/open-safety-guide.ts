/** Opens the landing page's guide. The browser keeps the focus inside and returns it afterwards. Nothing of React, as in landing.ts. */
export function openSafetyGuide(click: Pick<Event, 'preventDefault'>) {
  click.preventDefault()
  const guide = document.querySelector<HTMLDialogElement>('#safety-guide')
  if (!guide) return
  // A click beside it. Not all browsers know `closedby`.
  guide.onclick = ({ target }) => {
    if (target === guide) guide.close()
  }
  guide.showModal()
  guide.scrollTop = 0
}
