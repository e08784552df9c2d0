import { expect, test } from '../fixtures.ts'
import { bubbles, field, newPair } from './pair.ts'

test('a new chat introduces the dogs, explains the dog noises, and sends exactly the preview', async ({ person }) => {
  const { ana, matchId } = await newPair(person)
  const page = await ana.context.newPage()
  // The header's links stay where they are when the menu has been downloaded.
  let letMenuCome = () => {}
  const menuMayCome = new Promise<void>(resolve => {
    letMenuCome = resolve
  })
  await page.route('**/assets/other-dog-actions-*.js', route => menuMayCome.then(() => route.continue()))
  await page.goto(`/bark-chat/${matchId}`)
  const plan = page.getByRole('link', { name: 'Plan a playdate' })
  await expect(plan).toBeVisible()
  const before = await plan.boundingBox()
  letMenuCome()
  await expect(page.getByRole('button', { name: 'More about Biscuit' })).toBeVisible()
  expect(await plan.boundingBox()).toEqual(before)

  const dogs = page.getByRole('region', { name: 'Rex and Biscuit' })
  await expect(dogs).toContainText(/same age|similar size/i)
  await expect(page.getByText('Type anything. We translate it into dog.')).toBeVisible()
  // Held sideways there is room for its messages too.
  await page.setViewportSize({ width: 812, height: 375 })
  const bark = bubbles(page).last().getByText('Woof! 🐕')
  for (const part of [dogs, bark, field(page), page.getByRole('button', { name: 'Send' })])
    await expect(part).toBeInViewport({ ratio: 1 })
  expect((await page.getByRole('region', { name: 'Messages' }).boundingBox())?.height).toBeGreaterThan(90)
  await page.setViewportSize({ width: 1280, height: 720 })

  const preview = page.getByText(/^Biscuit hears:/)
  await field(page).pressSequentially('see you')
  const two = ((await preview.textContent()) ?? '').replace('Biscuit hears: ', '')
  await field(page).pressSequentially(' on Saturday morning')
  await expect(preview).toContainText(two)
  const shown = ((await preview.textContent()) ?? '').replace('Biscuit hears: ', '')
  await field(page).press('Enter')
  await expect(bubbles(page).last()).toContainText(shown)
  await expect(preview).toHaveCount(0)
  for (const count of [3, 4]) {
    await field(page).fill('more')
    await field(page).press('Enter')
    await expect(bubbles(page)).toHaveCount(count)
  }
  await expect(dogs).toHaveCount(0)
  await expect(page.getByText('Type anything.')).toHaveCount(0)
})

test('a playdate planned from the chat has its match selected, and its default title names the other dog', async ({
  person,
}) => {
  const { ana, ben, matchId } = await newPair(person)
  const page = await ana.open(`/bark-chat/${matchId}`)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('link', { name: 'Plan a playdate' }).click()
  const form = page.getByRole('dialog', { name: 'Create a Playdate' })
  await expect(form.getByLabel('Title')).toHaveValue('Playdate with Biscuit')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Who would you like to meet?' })).toHaveValue(/Biscuit/)
  await expect(page.getByRole('button', { name: 'Create Playdate' })).toBeEnabled()

  const whenTs = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const notes = 'Playdate with Biscuit'
  await ana.call('POST', '/playdates', { matchId, whenTs, parkName: 'Dolores Park', notes })
  await expect(page.getByRole('heading', { name: 'Playdate with Biscuit' })).toBeVisible()
  const theirs = await ben.open('/playdates')
  await expect(theirs.getByRole('heading', { name: 'Playdate with Rex' })).toBeVisible()
})
