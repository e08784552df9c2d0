import { createInterface } from 'node:readline/promises'
import type { Db } from '@barkyard/db/open'
import { findUserByEmail, type UserRow } from '@barkyard/db/queries/account/users'

/** A command cannot be carried out; the message says why. */
export class CommandError extends Error {}

export const nobodyHas = (email: string) => new CommandError(`Nobody has an account with the e-mail ${email}.`)

/** @throws CommandError if nobody has it. */
export async function accountOf(db: Db, email: string): Promise<UserRow & { email: string }> {
  const user = await findUserByEmail(db, email)
  if (!user?.email) throw nobodyHas(email)
  return { ...user, email: user.email }
}

/** Asks at the terminal. @returns what is typed. @throws CommandError with `otherwise` if there is none. */
export async function ask(question: string, otherwise: string): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError(otherwise)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const typed = await terminal.question(question)
  terminal.close()
  return typed.trim()
}
