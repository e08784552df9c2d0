import type { Browser, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { appRuns, PASSWORD, portraitPng } from './people.ts'
import { dayAhead, pickDay } from './playdates/playdates-people.ts'

/** Comes from the landing page, creates an account and a dog, and becomes that dog. */
async function join(browser: Browser, url: string, dog: { name: string; breed: string }): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.goto('/')
  await page
    .getByRole('link', { name: 'Sign Up' })
    .or(page.getByRole('button', { name: 'Sign Up' }))
    .first()
    .click()
  await page.getByLabel('First name').fill('Robin')
  await page.getByLabel('Last name').fill('Hale')
  await page.getByLabel('E-mail').fill(`${dog.name.toLowerCase()}@loop.test`)
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeAttached()

  await page.getByRole('link', { name: 'Add Your First Dog' }).click()
  await page.getByLabel("Dog's name").fill(dog.name)
  await page.getByRole('combobox', { name: 'Breed' }).fill(dog.breed)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('radio', { name: 'Small' }).check()
  await page.getByRole('radio', { name: 'Female' }).check()
  await page.getByLabel('Age in years').fill('3')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('checkbox', { name: 'Playful' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.locator('input[name=city]').fill('San Francisco')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Next' }).click()
  const buffer = await portraitPng({ ...dog, size: 'small', temperament: ['playful'] })
  await page.locator('input[type=file]').setInputFiles({ name: 'dog.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Profile created!')).toBeVisible()
  await expect(page).toHaveURL(/\/my-dogs$/)
  await page.getByRole('button', { name: new RegExp(`^${dog.name}`) }).click()
  await expect(page.getByRole('heading', { name: `Welcome back, ${dog.name}!` })).toBeVisible()
  return page
}

test('two owners in two windows sign up, create dogs, sniff, bark, chat and plan a playdate', async ({
  browser,
  server,
}) => {
  test.slow()
  const ann = await join(browser, server.url, { name: 'Lupin', breed: 'Beagle' })
  const bob = await join(browser, server.url, { name: 'Marzipan', breed: 'Corgi' })

  // Ann sniffs and barks. Bob's open doghouse shows it without a reload.
  await ann.getByRole('link', { name: /Find dogs nearby/ }).click()
  await ann.getByRole('link', { name: /Marzipan/ }).click()
  await ann.getByRole('button', { name: 'Bark (Send Woof!)' }).click()
  await expect(ann.getByText('Your bark has been sent!')).toBeVisible()
  const barks = bob.getByRole('link', { name: /View your messages/ })
  await expect(barks).toContainText('1')

  // Bob answers from his barks, and Ann's page shows the answer.
  await barks.click()
  await bob.getByRole('link', { name: /Lupin/ }).first().click()
  await expect(
    bob.getByRole('log', { name: 'Messages' }).or(bob.getByRole('main')).getByText('Woof! 🐕').first(),
  ).toBeVisible()
  await bob.getByPlaceholder('Type a message...').fill('hello')
  await bob.getByPlaceholder('Type a message...').press('Enter')
  await ann.goto('/barks')
  await ann
    .getByRole('link', { name: /Marzipan/ })
    .first()
    .click()
  await expect(
    ann
      .getByRole('main')
      .getByText(/^(woof!|sniff sniff|scratch scratch|grrr)$/)
      .first(),
  ).toBeVisible()

  // Ann proposes a playdate, Bob accepts it, and Ann's open page shows it.
  await ann.goto('/playdates')
  await appRuns(ann)
  await ann.getByRole('combobox', { name: 'Who would you like to meet?' }).click()
  await ann.getByRole('option', { name: /Marzipan/ }).click()
  await ann.getByRole('button', { name: 'Create Playdate' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Create a Playdate' })
  await pickDay(ann, dayAhead(5))
  await dialog.getByRole('combobox', { name: /Time/ }).click()
  await ann.getByRole('option', { name: '10:00 AM' }).click()
  await dialog.getByRole('button', { name: 'Crissy Field' }).click()
  await dialog.getByRole('button', { name: 'Create Playdate' }).click()
  await expect(ann.getByText('Playdate created!')).toBeVisible()

  await bob.goto('/playdates')
  await appRuns(bob)
  await expect(bob.getByRole('main')).toContainText('10:00 AM')
  await expect(bob.getByRole('main')).toContainText('Crissy Field')
  await bob.getByRole('button', { name: /Accept/ }).click()
  await expect(bob.getByText('Playdate accepted!')).toBeVisible()
  await expect(ann.getByRole('main').getByText('Accepted')).toBeVisible()
  await Promise.all([ann.context().close(), bob.context().close()])
})
