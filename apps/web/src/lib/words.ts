/** "large" as it is shown: "Large". */
export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()

/** An account's e-mail, or that nobody knows it right now. */
export const addressOf = ({ email }: { email: string | null }) => email ?? 'e-mail unknown'

/** "1 dog", "3 dogs". */
export const dogCountLabel = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'dog' : 'dogs'}`
