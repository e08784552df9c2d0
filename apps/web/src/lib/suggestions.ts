/** A field's list of suggestions. Buttons that stay in view lie above it (z-index 10), so that it never takes their clicks. */
export const BELOW_BUTTONS = { withinPortal: false, zIndex: 5 }
