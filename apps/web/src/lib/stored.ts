/** What is stored on this device, parsed, or a text as earlier versions stored it; null without one, or if it is forbidden. */
export function readStored(key: string): unknown {
  let text: string | null = null
  try {
    text = localStorage.getItem(key)
    return JSON.parse(text ?? 'null')
  } catch {
    return text
  }
}

export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Stores it, or with null removes it. false where storage is full or forbidden: the page has it as long as it is open. */
export function store(key: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
