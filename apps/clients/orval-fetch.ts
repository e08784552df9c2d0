let server = ''
let headers: Record<string, string> = {}

/** Says where the server is, and what each call sends to be let in. */
export function configure(url: string, more: Record<string, string>): void {
  server = url
  headers = more
}

/** How Orval's client calls: it knows paths alone. */
export async function callApi<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(server + path, { ...init, headers: { ...init.headers, ...headers } })
  return { data: await response.json(), status: response.status, headers: response.headers } as T
}
