import { button, opens, type Screen } from './screen.ts'

/** The admin panel. */
export const ADMIN_SCREENS: Screen[] = [
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
    prepare: opens(/^Assign Owner/),
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
]
