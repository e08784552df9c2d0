import { opens, type Screen } from './screen.ts'

/** The admin panel. */
export const ADMIN_SCREENS: Screen[] = [
  {
    name: 'admin-user-dogs',
    viewer: 'admin',
    path: '/admin',
    prepare: async page => {
      await page.getByRole('region', { name: 'All Users' }).getByRole('button', { name: /@/ }).nth(2).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'admin-transfer',
    viewer: 'admin',
    path: '/admin',
    prepare: opens(/^Assign Owner/),
  },
  {
    name: 'admin-delete-users',
    viewer: 'admin',
    path: '/admin',
    prepare: async page => {
      await page.getByRole('region', { name: 'All Users' }).getByRole('checkbox').nth(2).check()
      await opens(/^Delete 1 user/)(page)
    },
  },
  { name: 'admin-delete-dog', viewer: 'admin', path: '/admin', prepare: opens(/^Delete /) },
  {
    name: 'admin-edit-dog',
    viewer: 'admin',
    path: '/admin',
    prepare: async page => {
      await page
        .getByRole('link', { name: /profile$/ })
        .first()
        .click()
      await opens('Edit Profile (Admin)')(page)
    },
  },
]
