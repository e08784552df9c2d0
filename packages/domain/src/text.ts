/** Whether PostgreSQL can store a text: its text type accepts neither NUL nor lone surrogates. */
export const storable = (value: string) => !/[\0\p{Surrogate}]/u.test(value)

/**
 * Letters, digits, signs and pictures, also those that this runtime does not know yet. Not what fonts draw as nothing: the
 * blank Braille cell, the place of an object, a music note without a head, the blanks of hieroglyphs; and not accents alone.
 */
const SHOWN =
  /(?!\p{Default_Ignorable_Code_Point}|[\u2800\ufffc\u{1d159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}\p{Extended_Pictographic}]/u

/** Whether a text shows anything. Otherwise it would be a name that nobody can see, hear or tap. */
export const isVisible = (value: string) => SHOWN.test(value)

/** Whether a text is one line without control characters, which could forge lines of a mail or a log. */
export const isOneLine = (value: string) => !/[\p{Cc}\u2028\u2029]/u.test(value)
