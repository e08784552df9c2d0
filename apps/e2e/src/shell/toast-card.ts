import type { Page } from '@playwright/test'

/** The toast's card. */
export const toastCard = (page: Page) =>
  page
    .getByRole('region', { name: /Notifications/ })
    .locator('[data-destructive], [class*=toast]')
    .first()
