/** PostgreSQL's text type cannot hold NUL, and a lone surrogate is no character: both are refused as input. */
export const storable = (value: string) => !value.includes('\0') && value.isWellFormed()
