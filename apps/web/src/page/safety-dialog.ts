// The safety guide on the landing page, without React. Downloaded when it is first opened.
import guide from '../components/safety-guide.module.css'
import parts from '../lib/safety-guide.json'
import classes from './safety-dialog.module.css'

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string | undefined,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className) made.className = className
  made.append(...content)
  return made
}

function buildDialog(): HTMLDialogElement {
  const title = element('h2', 'text-name', 'Safety guide')
  title.id = 'safety-guide-title'
  const close = element('button', classes.close, '×')
  close.type = 'button'
  close.ariaLabel = 'Close'
  const sections = parts.map(part =>
    element(
      'section',
      undefined,
      element('h3', guide.title, part.title),
      element('ul', guide.list, ...part.advice.map(line => element('li', undefined, line))),
    ),
  )
  const dialog = element(
    'dialog',
    classes.dialog,
    element('div', classes.head, title, close),
    element('div', classes.body, ...sections),
  )
  dialog.setAttribute('aria-labelledby', title.id)
  close.addEventListener('click', () => dialog.close())
  // The content covers the dialog, so only a click outside has the dialog itself as its target.
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close()
  })
  document.body.append(dialog)
  return dialog
}

let dialog: HTMLDialogElement | undefined

/** Opens the guide. The browser keeps the focus inside and returns it afterwards. */
export function openSafetyGuide() {
  dialog ??= buildDialog()
  if (!dialog.open) dialog.showModal()
  dialog.scrollTop = 0
}
