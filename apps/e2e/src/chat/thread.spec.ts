import { heldUp } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'
import { appRuns } from '../people.ts'
import { bubbles, field, newPair } from './pair.ts'

test('the messages of the first paint and the header’s link stay where they are while the rest is downloaded', async ({
  person,
}) => {
  const { ana, matchId } = await newPair(person)
  const page = await ana.context.newPage()
  await page.addInitScript(() => {
    let isShown = false
    const look = () => {
      const now = document.querySelector('main')?.textContent.includes('Woof!') ?? false
      if (isShown && !now) document.documentElement.dataset.gone = 'true'
      isShown = now
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  const letMenuCome = await heldUp(page, '**/assets/other-dog-actions-*.js')
  await page.goto(`/bark-chat/${matchId}`)
  await appRuns(page)
  await expect(bubbles(page)).toHaveCount(1)
  await expect(field(page)).toBeEditable()
  await expect(page.locator('html')).not.toHaveAttribute('data-gone')
  const dog = page.getByRole('main').getByRole('link', { name: /Biscuit/ })
  const before = await dog.boundingBox()
  letMenuCome()
  await expect(page.getByRole('button', { name: 'More about Biscuit' })).toBeVisible()
  expect(await dog.boundingBox()).toEqual(before)
})
