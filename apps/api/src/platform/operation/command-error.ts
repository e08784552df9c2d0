/** A command cannot be carried out; the message says why. */
export class CommandError extends Error {}

export const nobodyHas = (email: string) => new CommandError(`Nobody has an account with the e-mail ${email}.`)
