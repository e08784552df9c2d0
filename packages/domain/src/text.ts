/** Whether PostgreSQL can store a text: its text type accepts neither NUL nor lone surrogates. */
export const storable = (value: string) => !value.includes('\0') && value.isWellFormed()
