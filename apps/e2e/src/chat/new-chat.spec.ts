import { expect, test } from '../fixtures.ts'
import { appRuns } from '../people.ts'
import { newPair } from './pair.ts'

test('the header’s link stays where it is when the menu has been downloaded', async ({ person }) => {
  const { ana, matchId } = await newPair(person)
  const page = await ana.context.newPage()
  let letMenuCome = () => {}
  const menuMayCome = new Promise<void>(resolve => {
    letMenuCome = resolve
  })
  await page.route('**/assets/other-dog-actions-*.js', route => menuMayCome.then(() => route.continue()))
  await page.goto(`/bark-chat/${matchId}`)
  await appRuns(page)
  const dog = page.getByRole('main').getByRole('link', { name: /Biscuit/ })
  await expect(dog).toBeVisible()
  const before = await dog.boundingBox()
  letMenuCome()
  await expect(page.getByRole('button', { name: 'More about Biscuit' })).toBeVisible()
  expect(await dog.boundingBox()).toEqual(before)
})
