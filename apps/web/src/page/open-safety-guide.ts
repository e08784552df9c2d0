/** Opens the landing page's guide. The browser keeps the focus inside and returns it afterwards. Nothing of React, as in landing.ts. */
export function openSafetyGuide(click: Pick<Event, 'preventDefault'>) {
  click.preventDefault()
  document.querySelector<HTMLDialogElement>('#safety-guide')?.showModal()
}
