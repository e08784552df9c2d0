import { expect, test } from '../fixtures.ts'
import { dayAhead, pickDay } from '../playdates/playdates-people.ts'

test('an owner without a match hosts a walk, which a stranger joins with one tap; moving it and calling it off are heard', async ({
  person,
}) => {
  const [host, guest] = [await person(), await person()]
  await host.dog({ name: 'Hetty' })
  await guest.dog({ name: 'Juno' })
  const page = await host.open('/playdates')
  await page.getByRole('button', { name: 'Host a walk' }).click()
  const dialog = page.getByRole('dialog', { name: 'Host an open walk' })
  await dialog.getByRole('region', { name: 'Map of the parks' }).waitFor()
  await expect(dialog.getByLabel('Title')).toHaveValue('Walk with Hetty')
  await dialog.getByLabel('Title').fill('Beach run of Hetty')
  // Before the walks of other tests, which have the same list: its first page has ten.
  await pickDay(page, dayAhead(1))
  await dialog.getByRole('combobox', { name: /Time/ }).click()
  await page.getByRole('option', { name: '4:00 PM' }).click()
  await dialog.getByRole('button', { name: 'Crissy Field' }).click()
  await dialog.getByLabel('How many dogs, at most?').selectOption('2')
  await dialog.getByRole('button', { name: 'Small', exact: true }).click()
  await dialog.getByRole('button', { name: 'Open the walk' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Your walk is open' })).toBeVisible()
  const own = page.getByRole('article', { name: 'Beach run of Hetty' })
  await expect(own.getByText('You host')).toBeVisible()
  await expect(own.getByText('1 place left')).toBeVisible()

  const theirs = await guest.open('/playdates')
  const card = theirs.getByRole('article', { name: 'Beach run of Hetty' })
  await expect(card).toContainText('Hosted by Hetty')
  await expect(card).toContainText('Small dogs')
  await card.getByRole('button', { name: 'Join' }).click()
  await expect(theirs.getByRole('status').filter({ hasText: "You're coming" })).toBeVisible()
  await expect(card).toBeFocused()
  await expect(card.getByText("You're coming")).toBeVisible()
  // The host sees it without a reload, and is told.
  await expect(own.getByText('Full')).toBeVisible()
  await page.getByRole('link', { name: /^Notifications/ }).click()
  await page.getByRole('link', { name: /Juno joins the walk with Hetty/ }).click()
  await expect(page).toHaveURL(/\/walk\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Beach run of Hetty' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '2 dogs are coming, 2 at most' })).toBeVisible()

  // The host moves the walk.
  await theirs.goto(new URL(page.url()).pathname)
  await page.getByRole('button', { name: 'Change time or park' }).click()
  const moving = page.getByRole('dialog', { name: 'Change time or park' })
  await moving.getByRole('region', { name: 'Map of the parks' }).waitFor()
  await moving.getByRole('button', { name: 'Change walk' }).click()
  await expect(moving.getByRole('alert')).toHaveText('Change the time or the park first.')
  // From the list: the map may still be moving to the park of before, and a press may miss what moves.
  await moving.getByRole('combobox', { name: 'Location' }).click()
  await page.getByRole('option', { name: /^Lafayette Park/ }).click()
  await moving.getByRole('button', { name: 'Change walk' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'We told everybody who comes.' })).toBeVisible()
  await expect(theirs.getByText('Lafayette Park')).toBeVisible()

  await theirs.getByRole('button', { name: 'Leave' }).click()
  // Under the pointer the toast stays.
  await theirs.getByRole('status').getByText('You left the walk').hover()
  await expect(page.getByRole('heading', { name: '1 dog is coming, 2 at most' })).toBeVisible()
  await theirs.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: '2 dogs are coming, 2 at most' })).toBeVisible()

  await page.getByRole('button', { name: 'Call off' }).click()
  const asked = page.getByRole('dialog', { name: 'Call this walk off?' })
  await asked.getByRole('button', { name: 'Call off' }).click()
  await expect(page.getByText('Called off', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Call off' })).toBeHidden()
  await expect(theirs.getByText('Called off', { exact: true })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Leave' })).toBeHidden()
})
