/** The answer of a query that must not refuse. */
export function accepted<T>(answer: T): Exclude<T, string> {
  if (typeof answer === 'string') throw new Error(`refused: ${answer}`)
  return answer as Exclude<T, string>
}
