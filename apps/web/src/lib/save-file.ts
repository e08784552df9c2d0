/** Makes the browser save a file. */
export function saveFile(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by the next turn; a minute is plenty.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
