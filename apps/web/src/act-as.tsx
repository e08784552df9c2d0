import { useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router-dom'
import { useUser } from './auth.ts'
import { lazyWithRetry } from './components/lazy-with-retry.tsx'
import { Spinner } from './components/loading.tsx'
import { toastError } from './lib/toast.ts'
import { isOwn, takeTapped } from './own-link.ts'
import { trpc } from './trpc.ts'

const AskActAs = lazyWithRetry(() => import('./ask-act-as.tsx').then(module => module.AskActAs), {
  waiting: <Spinner />,
})

/** Acts as the dog that the address names ("?as=…") before the screen is shown. A link from elsewhere asks first. */
export function ActAs() {
  const location = useLocation()
  const { pathname, search, hash } = location
  const user = useUser()
  const navigate = useNavigate()
  const { mutateAsync: activate } = trpc.dogs.activate.useMutation()
  const { mutateAsync: stopImpersonating } = trpc.admin.stopImpersonation.useMutation()
  const [asks, setAsks] = useState(false)
  const params = new URLSearchParams(search)
  const dogId = params.get('as')
  params.delete('as')
  const to = { pathname, search: params.toString(), hash }
  const isSignedIn = user !== null

  const open = () => {
    setAsks(false)
    void navigate(to, { replace: true })
  }
  async function become(dog: string) {
    try {
      // Notifications belong to the user, not to an impersonated dog.
      if (user?.isImpersonating) await stopImpersonating()
      await activate({ dogId: dog })
    } catch (error) {
      toastError(error, 'Failed to switch to this dog')
    }
    open()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address; who acts changes by this very effect
  useEffect(() => {
    setAsks(false)
    if (dogId === null || !user) return
    if (!user.isImpersonating && user.dog?.id === dogId) return open()
    let isCurrent = true
    const isWanted = isOwn(location.state) ? Promise.resolve(true) : takeTapped(pathname + search + hash)
    void isWanted.then(wanted => {
      if (!isCurrent) return
      if (wanted) void become(dogId)
      else setAsks(true)
    })
    return () => {
      isCurrent = false
    }
  }, [dogId, pathname, isSignedIn])

  if (dogId === null) return <Outlet />
  return asks ? <AskActAs dogId={dogId} onAgree={() => become(dogId)} onDecline={open} /> : <Spinner />
}
