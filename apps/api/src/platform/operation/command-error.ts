/** A command cannot be carried out; the message says why. */
export class CommandError extends Error {}
