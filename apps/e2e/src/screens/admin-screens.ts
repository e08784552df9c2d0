import type { Page } from '@playwright/test'
import { button, check, click, fill, has, hasDialog, ofListed, ofNeighbour, opens, screensOf, shows } from './screen.ts'

const users = (page: Page) => page.getByRole('region', { name: 'All Users' })
const decision = (page: Page) => page.getByRole('dialog').getByLabel('Decision', { exact: true })
const decide = (how: string) => (page: Page) => decision(page).selectOption(how)
const opensCase = (name: RegExp) => async (page: Page) => {
  await button(page, name).click()
  await decision(page).waitFor()
}
const STATEMENT = 'Statement (sent to the owner)'
const ofUser = ofListed('/admin/users?limit=2', id => `/admin/users/${id}`, 1)

/** The admin panel. */
export const ADMIN_SCREENS = screensOf('admin', {
  'admin-user-dogs': {
    path: '/admin',
    prepare: [page => users(page).getByRole('button', { name: /@/ }).nth(2).click(), hasDialog],
  },
  'admin-transfer': { path: '/admin', prepare: opens(/^Assign Owner/) },
  'admin-delete-users': {
    path: '/admin',
    prepare: [page => users(page).getByRole('checkbox').nth(2).check(), opens(/^Delete 1 user/)],
  },
  'admin-delete-dog': { path: '/admin', prepare: opens(/^Delete /) },
  'admin-edit-dog': { path: ofNeighbour(id => `/dog/${id}`), prepare: opens('Edit Profile (Admin)') },
  'report-case': { path: '/admin/reports', prepare: opensCase(/^Gaston/) },
  'report-decide': {
    path: '/admin/reports',
    prepare: [
      opensCase(/^Boris/),
      decide('remove-photos'),
      page => page.getByRole('dialog').getByLabel('Statement').scrollIntoViewIfNeeded(),
    ],
  },
  'report-appeal': { path: '/admin/reports', prepare: opensCase(/^Juniper/) },
  'reports-decided': {
    path: '/admin/reports',
    prepare: [check('Decided'), has('button', /^Juniper/)],
  },
  'report-templates': {
    path: '/admin/reports',
    prepare: [check('Templates'), has('button', 'Edit Rude messages')],
  },
  'report-template': { path: '/admin/reports', prepare: [check('Templates'), opens('Edit Rude messages')] },
  'admin-phone': { path: '/admin', isPhone: true },
  'admin-edit-dog-errors': {
    path: ofNeighbour(id => `/dog/${id}`),
    prepare: [
      opens('Edit Profile (Admin)'),
      page => page.getByRole('dialog').getByLabel('Name').fill(''),
      page => page.getByRole('dialog').getByLabel('Breed').fill(''),
      click('Save Changes'),
      shows('Breed is required'),
    ],
  },
  'admin-delete-profile': { path: ofNeighbour(id => `/dog/${id}`), prepare: opens(/^Delete Profile/) },
  'admin-user': { path: ofUser },
  'admin-suspend': { path: ofUser, prepare: [click('Suspend'), fill(STATEMENT, 'Please stop')] },
  'admin-park': { path: '/admin/parks', prepare: opens(/^Horner Park/) },
  'admin-lost-case': {
    path: '/admin/lost',
    prepare: [page => page.getByText('Open', { exact: true }).click(), click(/^Cashew/), shows('Asleep under a bench')],
  },
  'admin-check': { path: '/admin/checks', prepare: opens(/^Waffles: photo/) },
  'report-delete-user': {
    path: '/admin/reports',
    prepare: [
      opensCase(/^Boris/),
      decide('delete-user'),
      fill(STATEMENT, 'Enough'),
      click(/^Delete the owner/),
      shows('cannot be undone'),
    ],
  },
})
