// The safety guide on the landing page, without React. Downloaded when it is first opened.
import guide from '../components/safety-guide.module.css'
import parts from '../lib/safety-guide.json'
import classes from './safety-dialog.module.css'

/** Our own words, without any markup in them. */
const GUIDE = `
  <div class="line between ${classes.head}">
    <h2 class="text-name" id="safety-guide-title">Safety guide</h2>
    <button type="button" class="icon-button text-name" aria-label="Close">×</button>
  </div>
  <div class="${classes.body}">
    ${parts
      .map(
        ({ title, advice }) =>
          `<section><h3 class="${guide.title}">${title}</h3><ul class="${guide.list}">${advice.map(line => `<li>${line}</li>`).join('')}</ul></section>`,
      )
      .join('')}
  </div>`

function buildDialog(): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  dialog.className = classes.dialog ?? ''
  dialog.innerHTML = GUIDE
  dialog.setAttribute('aria-labelledby', 'safety-guide-title')
  dialog.addEventListener('click', ({ target }) => {
    // The content covers the dialog, so only a click outside has the dialog itself as its target.
    if (target === dialog || (target instanceof Element && target.closest('button'))) dialog.close()
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
