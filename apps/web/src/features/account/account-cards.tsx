import { useUser } from '../../auth.ts'
import { SkeletonRows } from '../../components/loading.tsx'
import { Card } from '../../components/settings-card.tsx'
import { AccountCard } from './account-card.tsx'
import { useAccountSetup } from './data.ts'
import { DataCard } from './data-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TokensCard } from './tokens-card.tsx'

const CLOSED = [
  { title: 'Account', text: "You can't see your name, e-mail address and password" },
  { title: "Where you're signed in", text: "You can't see your devices" },
  { title: 'Access tokens', text: "You can't see your access tokens" },
  { title: 'Your data', text: "You can't download your data or delete your account" },
]

/** The account settings. While an admin acts as somebody else's dog, each card says why it is closed. */
export function AccountCards() {
  const user = useUser()
  const setup = useAccountSetup()
  if (!user) return null
  if (user.isImpersonating)
    return CLOSED.map(({ title, text }) => (
      <Card key={title} title={title}>
        <p>{text} while you act as somebody else's dog. Stop impersonating first.</p>
      </Card>
    ))
  // About as high as the cards, so that those below stay in place.
  if (!setup.data) return <SkeletonRows rows={14} />
  return (
    <>
      <AccountCard user={user} setup={setup.data} />
      <SessionsCard />
      {/* A suspended account's tokens open nothing. */}
      {user.suspended ? null : <TokensCard user={user} />}
      <DataCard user={user} setup={setup.data} />
    </>
  )
}
