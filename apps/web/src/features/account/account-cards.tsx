import type { ReactNode } from 'react'
import { useUser } from '../../auth.ts'
import { SkeletonRows } from '../../components/loading.tsx'
import { AccountCard } from './account-card.tsx'
import { ClosedCard } from './closed-card.tsx'
import { useAccountSetup } from './data.ts'
import { DataCard } from './data-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** The account settings, with other cards about signing in among them. While an admin acts as somebody else's dog, each card says why it is closed. */
export function AccountCards({ children }: { children?: ReactNode }) {
  const user = useUser()
  const setup = useAccountSetup()
  if (!user) return null
  if (user.isImpersonating)
    return (
      <>
        <ClosedCard title="Name and sign-in" text="your name, e-mail address and password" />
        <ClosedCard title="Where you're signed in" text="your devices" />
        <ClosedCard title="Your data" text="your data" />
      </>
    )
  // About as high as the cards, so that what is below stays in place.
  if (!setup.data) return <SkeletonRows rows={14} />
  return (
    <>
      <AccountCard user={user} setup={setup.data} />
      {children}
      <SessionsCard />
      <DataCard user={user} setup={setup.data} />
    </>
  )
}
