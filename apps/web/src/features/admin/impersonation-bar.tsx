/** Shown above everything while an admin acts as somebody else's dog. */
export const ImpersonationBar = () => null
