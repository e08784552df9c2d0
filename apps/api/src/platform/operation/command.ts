import { createInterface } from 'node:readline/promises'

/** A command cannot be carried out; the message says why. */
export class CommandError extends Error {}

/** Asks at the terminal. @returns what is typed. @throws CommandError with `otherwise` if there is none. */
export async function ask(question: string, otherwise: string): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError(otherwise)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const typed = await terminal.question(question)
  terminal.close()
  return typed.trim()
}
