import { button, type Screen } from './screen.ts'

/** The admin panel. */
export const ADMIN_SCREENS: Screen[] = [
  { name: 'admin-all', viewer: 'admin', path: '/admin', isWhole: true },
  { name: 'admin-reports', viewer: 'admin', path: '/admin/reports', isWhole: true },
  {
    name: 'admin-case',
    viewer: 'admin',
    path: '/admin/reports',
    prepare: page => button(page, /^Boris/).click(),
  },
  { name: 'admin-checks', viewer: 'admin', path: '/admin/checks', isWhole: true },
  { name: 'admin-numbers', viewer: 'admin', path: '/admin/numbers', isWhole: true },
  { name: 'admin-audit', viewer: 'admin', path: '/admin/audit' },
  {
    name: 'admin-user-dogs',
    viewer: 'admin',
    path: '/admin',
    prepare: page => page.getByRole('region', { name: 'All Users' }).getByRole('button', { name: /@/ }).nth(2).click(),
  },
  {
    name: 'admin-transfer',
    viewer: 'admin',
    path: '/admin',
    prepare: async page => {
      await button(page, /^Assign Owner/).click()
      await page.getByRole('combobox', { name: 'New owner' }).click()
    },
  },
  {
    name: 'admin-delete-users',
    viewer: 'admin',
    path: '/admin',
    prepare: async page => {
      await page.getByRole('region', { name: 'All Users' }).getByRole('checkbox').nth(2).check()
      await button(page, /^Delete 1 user/).click()
    },
  },
  { name: 'admin-delete-dog', viewer: 'admin', path: '/admin', prepare: page => button(page, /^Delete /).click() },
  {
    name: 'admin-edit-dog',
    viewer: 'admin',
    path: '/admin',
    prepare: async page => {
      await page
        .getByRole('link', { name: /profile$/ })
        .first()
        .click()
      await button(page, 'Edit Profile (Admin)').click()
    },
  },
  {
    name: 'impersonating',
    viewer: 'admin',
    path: '/admin',
    prepare: async page => {
      await button(page, /^Test as/).click()
      await page.waitForURL(/\/doghouse$/)
      await page.getByRole('heading', { name: /^Welcome back/ }).waitFor()
    },
  },
]
