import { createStore } from './store.ts'

/** Whether the user has done something that others will answer. Notifications are not offered earlier. */
export const goodMoment = createStore(false)
