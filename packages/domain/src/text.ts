/** Whether PostgreSQL can store a text: its text type accepts neither NUL nor lone surrogates. */
export const storable = (value: string) => !/[\0\p{Surrogate}]/u.test(value)

/** A class of what Unicode or fonts show as nothing: blank Braille, a place of an object, a headless note. */
export const BLANK = '\\p{Default_Ignorable_Code_Point}\\u2800\\ufffc\\u{1d159}\\u{13441}\\u{13442}'
/** Letters, digits, signs and pictures, also those that this runtime does not know yet. Accents alone are none. */
const SHOWN = new RegExp(`(?![${BLANK}])[\\p{L}\\p{N}\\p{P}\\p{S}\\p{Extended_Pictographic}]`, 'u')

/** Whether a text shows anything. Otherwise it would be a name that nobody can see, hear or tap. */
export const isVisible = (value: string) => SHOWN.test(value)

/** Whether a text is one line without control characters, which could forge lines of a mail or a log. */
export const isOneLine = (value: string) => !/[\p{Cc}\u2028\u2029]/u.test(value)
