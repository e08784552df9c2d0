/** The part of oidc-provider that the tests use; it ships no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    Grant: new (fields: {
      clientId: string | undefined
      accountId: string | undefined
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> }
    on(event: string, listener: (...details: unknown[]) => void): void
  }

  export interface KoaContext {
    oidc: { client?: { clientId: string }; session?: { accountId?: string } }
  }
}
