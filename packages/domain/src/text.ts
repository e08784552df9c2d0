/** Whether a text has no lone surrogates. `String.prototype.isWellFormed` is too new for browsers that we promise. */
export const isWellFormed = (value: string) => !/\p{Surrogate}/u.test(value)

/** Whether PostgreSQL can store a text: its text type accepts neither NUL nor lone surrogates. */
export const storable = (value: string) => !value.includes('\0') && isWellFormed(value)

/** Whether a text shows anything. Zero-width and control characters alone would be a name that nobody can see or tap. */
export const isVisible = (value: string) => /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(value)

/** Whether a text is one line without control characters, which could forge lines of a mail or a log. */
export const isOneLine = (value: string) => !/[\p{Cc}\u2028\u2029]/u.test(value)
