import { ADMIN_TOTAL_MAX } from '@barkyard/domain/admin'

/** The total of a list as text: "1,234", or "100,000+" if counting stopped there. */
export const totalText = (total: number) => `${total.toLocaleString('en-US')}${total === ADMIN_TOTAL_MAX ? '+' : ''}`
