/** Whether a key belongs to an input method (Japanese, Chinese …). Of the key that ends it Safari has the code alone. */
export const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229
