import { expect, test } from '../fixtures.ts'

test('the list of breeds closes for a complete breed and never takes a click of Next', async ({ person }) => {
  const owner = await person({}, { viewport: { width: 375, height: 667 } })
  const page = await owner.open('/onboarding')
  await page.getByLabel("Dog's name").fill('Rex')
  const breed = page.locator('input[name=breed]')
  await breed.pressSequentially('Poodl')
  const list = page.getByRole('listbox')
  await expect(list.getByRole('option', { name: 'Standard Poodle' })).toBeVisible()
  // With the list open, the button's own middle is still the button's.
  const isFree = await page.getByRole('button', { name: 'Next' }).evaluate(button => {
    const { left, top, width, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(isFree).toBe(true)
  await breed.pressSequentially('e')
  await expect(list).toBeHidden()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Step 2 of 5')).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(breed).toHaveValue('Poodle')
})

test('a double click on Next advances one step', async ({ person }) => {
  // On this viewport the buttons stay in place from step to step.
  const page = await (await person({}, { viewport: { width: 375, height: 812 } })).open('/onboarding')
  await page.getByLabel("Dog's name").fill('Rex')
  await page.getByRole('combobox', { name: 'Breed' }).fill('Corgi')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Next' }).dblclick()
  await expect(page.getByRole('heading', { name: 'The basics' })).toBeVisible()
  // Check at once, because the toast disappears after a while.
  expect(await page.getByText('Missing information').count()).toBe(0)
})

test('a double tap on Next advances one step', async ({ person }) => {
  const page = await (await person({}, { viewport: { width: 375, height: 812 }, hasTouch: true })).open('/onboarding')
  await page.getByLabel("Dog's name").fill('Rex')
  await page.getByRole('combobox', { name: 'Breed' }).fill('Corgi')
  await page.keyboard.press('Escape')
  const box = await page.getByRole('button', { name: 'Next' }).boundingBox()
  if (!box) throw new Error('no button')
  // A phone counts each tap as a first click.
  for (let tap = 0; tap < 2; tap++) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await expect(page.getByRole('heading', { name: 'The basics' })).toBeVisible()
  expect(await page.getByText('Missing information').count()).toBe(0)
})
