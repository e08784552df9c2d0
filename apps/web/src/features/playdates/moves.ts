import { useNavigate } from 'react-router-dom'
import { goodMoment, toast, toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'
import { hashOf } from './show-plan.ts'

// `onDone` is called here, not by the component, which may be removed before the answer arrives.

const FAILED = 'Failed to update playdate'

/** Refreshes the playdates after a refusal, because the other side may have changed them. */
function useRefused(): (error: unknown) => void {
  const utils = trpc.useUtils()
  return error => {
    toastError(error, FAILED)
    void utils.playdates.invalidate()
  }
}

/** After a move: moves the focus and shows a toast. */
const done = (onDone: () => void, title: string, message?: string) => {
  onDone()
  toast({ title, ...(message !== undefined && { message }) })
}

export const useAnswerPlaydate = (onDone: () => void) =>
  trpc.playdates.answer.useMutation({
    onSuccess: ({ status }) => {
      if (status === 'accepted') goodMoment.set(true)
      done(onDone, status === 'accepted' ? 'Playdate accepted!' : 'Playdate declined')
    },
    onError: useRefused(),
  })

export const useCounter = (otherDog: string, onDone: () => void) =>
  trpc.playdates.counter.useMutation({
    onSuccess: () => done(onDone, 'Suggestion sent', `${otherDog} can accept it or suggest something else.`),
    onError: useRefused(),
  })

/** @param isOwn whether the acting dog suggested the change. It can then only be withdrawn. */
export const useAnswerChange = (isOwn: boolean, onDone: () => void) =>
  trpc.playdates.answerChange.useMutation({
    onSuccess: (_, { accept }) =>
      done(onDone, accept ? 'Change accepted' : isOwn ? 'Suggestion taken back' : 'Kept as it was'),
    onError: useRefused(),
  })

export const useCancelPlaydate = (onDone: () => void) =>
  trpc.playdates.cancel.useMutation({
    onSuccess: () => done(onDone, 'Playdate cancelled'),
    onError: useRefused(),
  })

export const useSayLate = (otherDog: string, onDone: () => void) =>
  trpc.playdates.late.useMutation({
    onSuccess: (_, { minutes }) => done(onDone, `We told ${otherDog} you'll be ${minutes} minutes late`),
    onError: useRefused(),
  })

export const useSayHere = (otherDog: string, onDone: () => void) =>
  trpc.playdates.here.useMutation({
    onSuccess: () => done(onDone, `We told ${otherDog} you're here`),
    onError: useRefused(),
  })

export const useTakeBackHere = (onDone: () => void) =>
  trpc.playdates.notHere.useMutation({
    onSuccess: () => done(onDone, 'Taken back'),
    onError: useRefused(),
  })

export const useSayPhrase = (otherDog: string, onDone: () => void) =>
  trpc.playdates.phrase.useMutation({
    onSuccess: () => done(onDone, `Told ${otherDog}'s owner`),
    onError: useRefused(),
  })

export const useRecap = (onDone: () => void) =>
  trpc.playdates.recap.useMutation({
    onSuccess: ({ recap }) => done(onDone, recap?.bothAgain ? 'You both want to play again' : 'Thanks for telling us'),
    onError: useRefused(),
  })

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
