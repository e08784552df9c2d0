import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useUser } from './auth.ts'
import { toastError } from './lib/toast.ts'
import { trpc } from './trpc.ts'

/**
 * If the address names a dog ("?as=…"), the user acts as that dog before the screen is shown. So a notification opens its
 * page as the dog that it is about, from the app and from the phone's list.
 * @returns whether the screen can be shown.
 */
export function useActAs(): boolean {
  const { pathname, search, hash } = useLocation()
  const user = useUser()
  const navigate = useNavigate()
  const { mutateAsync: activate } = trpc.dogs.activate.useMutation()
  const { mutateAsync: stopImpersonating } = trpc.admin.stopImpersonation.useMutation()
  const params = new URLSearchParams(search)
  const dogId = params.get('as')
  params.delete('as')
  const to = { pathname, search: params.toString(), hash }
  const isSignedIn = user !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address; who acts changes by this very effect
  useEffect(() => {
    if (dogId === null || !user) return
    async function become(dog: string) {
      // Notifications belong to the user, not to an impersonated dog.
      if (user?.isImpersonating) await stopImpersonating()
      else if (user?.dog?.id === dog) return
      await activate({ dogId: dog })
    }
    void become(dogId)
      .catch(error => void toastError(error, 'Failed to switch to this dog'))
      .then(() => navigate(to, { replace: true }))
  }, [dogId, pathname, isSignedIn])

  return dogId === null
}
