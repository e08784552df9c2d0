import { accountRouter } from './features/account.ts'
import { adminRouter } from './features/admin.ts'
import { authRouter } from './features/auth.ts'
import { blocksRouter } from './features/blocks.ts'
import { calendarRouter } from './features/calendar.ts'
import { dogsRouter } from './features/dogs.ts'
import { liveRouter } from './features/live.ts'
import { locationRouter } from './features/location.ts'
import { matchesRouter } from './features/matches.ts'
import { messagesRouter } from './features/messages.ts'
import { noticesRouter } from './features/notices.ts'
import { notificationsRouter } from './features/notifications.ts'
import { photosRouter } from './features/photos.ts'
import { playdatesRouter } from './features/playdates.ts'
import { preferencesRouter } from './features/preferences.ts'
import { pushRouter } from './features/push.ts'
import { reportsRouter } from './features/reports.ts'
import { sniffRouter } from './features/sniff.ts'
import { tokensRouter } from './features/tokens.ts'
import { createCallerFactory, router } from './trpc/init.ts'

export const appRouter = router({
  account: accountRouter,
  admin: adminRouter,
  auth: authRouter,
  blocks: blocksRouter,
  calendar: calendarRouter,
  dogs: dogsRouter,
  live: liveRouter,
  location: locationRouter,
  matches: matchesRouter,
  messages: messagesRouter,
  notifications: notificationsRouter,
  notices: noticesRouter,
  photos: photosRouter,
  playdates: playdatesRouter,
  preferences: preferencesRouter,
  push: pushRouter,
  reports: reportsRouter,
  sniff: sniffRouter,
  tokens: tokensRouter,
})
export type AppRouter = typeof appRouter

export const createCaller = createCallerFactory(appRouter)
