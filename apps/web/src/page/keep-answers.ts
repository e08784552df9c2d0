import type { QueryClient } from '@tanstack/react-query'
import type { FirstAnswer, Question } from './first-answers.ts'

/** As @trpc/react-query names a query. */
const keyOf = ({ path, input, isInfinite }: Question) => [
  path.split('.'),
  { ...(input !== undefined && { input }), type: isInfinite ? 'infinite' : 'query' },
]

/** Puts what came with the page where its screens look for it. */
export function keepAnswers(client: QueryClient, answers: readonly FirstAnswer[]) {
  for (const answer of answers) {
    const data = answer.isInfinite ? { pages: [answer.data], pageParams: [null] } : answer.data
    client.setQueryData(keyOf(answer), data)
  }
}
