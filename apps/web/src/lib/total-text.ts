import { ADMIN_TOTAL_MAX } from '@barkyard/domain/admin'

/** The number of a list's items: "1,234"; where counting stopped, "100,000+". */
export const totalText = (total: number) => `${total.toLocaleString('en-US')}${total === ADMIN_TOTAL_MAX ? '+' : ''}`
