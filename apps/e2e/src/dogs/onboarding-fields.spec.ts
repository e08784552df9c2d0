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
