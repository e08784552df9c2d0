/** Whether PostgreSQL can store a text: its text type accepts neither NUL nor lone surrogates. */
export const storable = (value: string) => !value.includes('\0') && value.isWellFormed()

/** Whether a text shows anything. Zero-width and control characters alone would be a name that nobody can see or tap. */
export const isVisible = (value: string) => /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(value)
