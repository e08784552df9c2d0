import { once } from 'node:events'
import { createServer } from 'node:net'
import { ConfigError } from '../../settings.ts'

export interface Address {
  name: 'PORT' | 'METRICS_PORT'
  port: number
  host: string
}

/** Runs work that listens on an address. @throws ConfigError with the setting to change if that is impossible. */
export async function listening<T>({ name, port, host }: Address, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new ConfigError(
        `${name} ${port} is taken: something else listens on ${host} already. Choose another ${name}`,
      )
    if (code === 'EACCES') throw new ConfigError(`${name} ${port} needs more rights: choose one of 1024 or more`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new ConfigError(`HOST must be an address of this machine; ${host} is none`)
    throw error
  }
}

/** Fails at once if nobody may listen there, rather than after the database has been prepared. */
export const checkAddress = (address: Address): Promise<void> =>
  listening(address, async () => {
    const probe = createServer().listen(address.port, address.host)
    await once(probe, 'listening')
    probe.close()
    await once(probe, 'close')
  })
