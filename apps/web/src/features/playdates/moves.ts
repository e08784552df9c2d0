import type { PastPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import { useNavigate } from 'react-router-dom'
import { toast, toastError, told } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'
import { hashOf } from './show-plan.ts'

/** A move in a playdate. After a refusal the playdates are read again, because the other side may have changed them. */
function useMove<Answer, Asked>(done: Parameters<typeof told<Answer, Asked>>[0], onDone: () => void) {
  const utils = trpc.useUtils()
  return told(done, 'Failed to update playdate', onDone, () => utils.playdates.invalidate())
}

export const useAnswerPlaydate = (onDone: () => void) =>
  trpc.playdates.answer.useMutation(
    useMove(
      ({ status }: Playdate) =>
        status === 'accepted' ? { title: 'Playdate accepted!', offers: true } : 'Playdate declined',
      onDone,
    ),
  )

export const useCounter = (otherDog: string, onDone: () => void) =>
  trpc.playdates.counter.useMutation(
    useMove({ title: 'Suggestion sent', message: `${otherDog} can accept it or suggest something else.` }, onDone),
  )

/** @param isOwn whether the acting dog suggested the change. It can then only be withdrawn. */
export const useAnswerChange = (isOwn: boolean, onDone: () => void) =>
  trpc.playdates.answerChange.useMutation(
    useMove((_: Playdate, { accept }: { accept: boolean }) => {
      if (accept) return 'Change accepted'
      return isOwn ? 'Suggestion taken back' : 'Kept as it was'
    }, onDone),
  )

export const useCancelPlaydate = (onDone: () => void) =>
  trpc.playdates.cancel.useMutation(useMove('Playdate cancelled', onDone))

export const useSayLate = (otherDog: string, onDone: () => void) =>
  trpc.playdates.late.useMutation(
    useMove(
      (_: Playdate, { minutes }: { minutes: number }) => `We told ${otherDog} you'll be ${minutes} minutes late`,
      onDone,
    ),
  )

export const useSayHere = (otherDog: string, onDone: () => void) =>
  trpc.playdates.here.useMutation(useMove(`We told ${otherDog} you're here`, onDone))

export const useTakeBackHere = (onDone: () => void) => trpc.playdates.notHere.useMutation(useMove('Taken back', onDone))

export const useSayPhrase = (otherDog: string, onDone: () => void) =>
  trpc.playdates.phrase.useMutation(useMove(`Told ${otherDog}'s owner`, onDone))

export const useRecap = (onDone: () => void) =>
  trpc.playdates.recap.useMutation(
    useMove(
      ({ recap }: PastPlaydate) => (recap?.bothAgain ? 'You both want to play again' : 'Thanks for telling us'),
      onDone,
    ),
  )

export function useCreatePlaydate(otherDog: string, onCreated: () => void) {
  const navigate = useNavigate()
  return trpc.playdates.create.useMutation({
    onSuccess: ({ id }) => {
      onCreated()
      toast({ title: 'Playdate created!', message: `Your proposal has been sent to ${otherDog}.` })
      void navigate({ hash: hashOf(id) }, { replace: true, preventScrollReset: true })
    },
    onError: error => toastError(error, 'Failed to create playdate. Please try again.'),
  })
}
