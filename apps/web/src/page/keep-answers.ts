import type { QueryClient } from '@tanstack/react-query'
import type { FirstAnswer, Question } from './first-answers.ts'

/** The query key that @trpc/react-query uses. */
const keyOf = ({ path, input, isInfinite }: Question) => [
  path.split('.'),
  { ...(input !== undefined && { input }), type: isInfinite ? 'infinite' : 'query' },
]

/** Puts the answers that came with the page into the query cache. */
export function keepAnswers(client: QueryClient, answers: readonly FirstAnswer[]) {
  for (const answer of answers) {
    const data = answer.isInfinite ? { pages: [answer.data], pageParams: [null] } : answer.data
    client.setQueryData(keyOf(answer), data)
  }
}
