import { expect, test } from '../fixtures.ts'
import { appRuns } from '../people.ts'
import { newPair } from './pair.ts'

test('the header’s links stay where they are when the menu has been downloaded', async ({ person }) => {
  const { ana, matchId } = await newPair(person)
  const page = await ana.context.newPage()
  let letMenuCome = () => {}
  const menuMayCome = new Promise<void>(resolve => {
    letMenuCome = resolve
  })
  await page.route('**/assets/other-dog-actions-*.js', route => menuMayCome.then(() => route.continue()))
  await page.goto(`/bark-chat/${matchId}`)
  await appRuns(page)
  const plan = page.getByRole('link', { name: 'Plan a playdate' })
  await expect(plan).toBeVisible()
  const before = await plan.boundingBox()
  letMenuCome()
  await expect(page.getByRole('button', { name: 'More about Biscuit' })).toBeVisible()
  expect(await plan.boundingBox()).toEqual(before)
})
