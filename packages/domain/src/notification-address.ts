/**
 * The address of a notification's page, opened as the dog that it is about: the app's rows, mails and pushes link to it.
 * @param path may have a query and a hash @param dogId null: as the dog that is active then
 */
export function notificationAddress({ path, dogId }: { path: string; dogId: string | null }): string {
  if (dogId === null) return path
  const [before = '', hash] = path.split('#')
  return `${before}${before.includes('?') ? '&' : '?'}as=${dogId}${hash === undefined ? '' : `#${hash}`}`
}
