import type { Match } from '@barkyard/domain/schemas/match'
import { useEffect, useState } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { useActingDog, useUser } from '../../auth.ts'
import { lazyDialog } from '../../components/lazy-with-retry.tsx'
import { itemsOfPage } from '../../lib/list-pages.ts'
import { openChatAt, SCREENS } from '../../screens.ts'
import { trpc } from '../../trpc.ts'
import { newlyMutual } from './moments.ts'

const MomentDialog = lazyDialog(() => import('./moment-dialog.tsx').then(module => module.MomentDialog))

/** Where owners look around. Elsewhere they are busy. */
const PLACES = [SCREENS.doghouse, SCREENS.sniff, SCREENS.dog].flatMap(({ paths }) => [...paths])

/** Chats that were opened on this page: who has read the answer there needs no dialog. */
const opened = new Set<string>()

/** Shows once that both dogs of a match have barked or written. */
export function MatchMoment() {
  const user = useUser()
  const dog = useActingDog()
  const { pathname } = useLocation()
  // The screens read the list. This only looks at it.
  const matches = trpc.matches.list.useQuery(undefined, { enabled: false, select: itemsOfPage }).data
  const [moment, setMoment] = useState<Match | null>(null)
  const [isShown, setShown] = useState(false)
  const chat = openChatAt(pathname)?.openMatchId
  // From the barks they open the chat, which says it in itself: there only what they have answered.
  const isBarks = matchPath(SCREENS.barks.paths[0], pathname) !== null
  const isHere = isBarks || PLACES.some(path => matchPath(path, pathname) !== null)
  const owner = user && dog && !user.isImpersonating ? `${user.id}:${dog.id}` : null

  useEffect(() => {
    if (!chat) return
    opened.add(chat)
    // The page that is loaded next must not tell what the chat has told.
    const match = matches?.find(({ id }) => id === chat)
    if (owner && match) newlyMutual(owner, [match], () => false, false)
  }, [chat, owner, matches])
  useEffect(() => {
    if (!owner || !matches || !isHere) return
    const [first] = newlyMutual(owner, matches, id => opened.has(id), isBarks)
    if (!first) return
    setMoment(first)
    setShown(true)
  }, [owner, matches, isHere, isBarks])

  if (!moment || moment.ownDogId !== dog?.id) return null
  return <MomentDialog match={moment} dog={dog} opened={isShown && isHere} onClose={() => setShown(false)} />
}
