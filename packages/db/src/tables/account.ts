import type { TokenScope } from '@barkyard/domain/token'
import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt } from './created-at.ts'

export type LinkPurpose = 'reset-password' | 'verify-email' | 'change-email' | 'add-passkey'

/** Users and what gives access to their accounts. */
export interface AccountTables {
  users: {
    id: string
    /**
     * As typed; `email_key` is its mailbox and unique. null: another account at the OpenID provider has taken over the
     * address, so it is unknown until the user's next sign-in there.
     */
    email: string | null
    email_key: ColumnType<string | null, string | undefined, string>
    /** "first last" in lower case. */
    name_key: ColumnType<string, never, never>
    /** argon2id; null for accounts from OpenID Connect. */
    password_hash: string | null
    oidc_issuer: string | null
    oidc_subject: string | null
    first_name: string
    last_name: string
    city: string | null
    /** The location that the owner shared. Nobody else ever sees it. */
    lat: number | null
    lng: number | null
    /** The cell of the privacy grid where the owner searches and their dogs are found: from lat and lng, otherwise from the city. */
    cell: number | null
    is_admin: Generated<boolean>
    /** Counts only while they are no admin. */
    is_moderator: Generated<boolean>
    /** An account of the demo, which can sign in only while the demo is on. */
    is_demo: Generated<boolean>
    active_dog_id: string | null
    created_at: CreatedAt
    /** When the user proved that they own the address. */
    email_verified_at: Date | null
    /** The start of the suspension; null: not suspended. A job lifts suspensions that have ended. */
    suspended_at: Date | null
    /** The end of the suspension; null while suspended: it does not end. */
    suspended_until: Date | null
    /** A password alone does not sign in. */
    require_passkey: Generated<boolean>
  }
  sessions: {
    id: string
    user_id: string
    impersonated_dog_id: string | null
    created_at: CreatedAt
    last_used_at: ColumnType<Date, Date | undefined, Date>
    /** "Chrome on Android"; null if unknown. */
    device: string | null
    /** The passkey that it was signed in with, whose removal ends it; null: signed in without one. It never changes. */
    passkey_id: ColumnType<string | null, string | null | undefined, never>
  }
  tokens: {
    id: string
    user_id: string
    name: string
    /** SHA-256 of the token, which is random enough to need no salt. */
    hash: Buffer
    is_admin: boolean
    scopes: Generated<TokenScope[]>
    /** null: it does not end. */
    expires_at: Date | null
    last_used_on: string | null
    created_at: CreatedAt
    /** That of the session that made it. */
    passkey_id: ColumnType<string | null, string | null | undefined, never>
  }
  /** Mailed links. Their tokens are made from the id and a secret that is not in the database. */
  account_links: {
    id: string
    user_id: string
    purpose: LinkPurpose
    /** The address that the link was sent to. */
    email: string
    asked_at: Date
    expires_at: Date
    used_at: Date | null
  }
  passkeys: {
    id: string
    user_id: string
    /** In base64url, as browsers send it. */
    credential_id: string
    /** COSE. */
    public_key: Buffer
    /** How often the authenticator has signed; many always say 0. */
    counter: number
    transports: string[]
    name: string
    created_at: Date
    last_used_at: Date | null
    /** Since its counter went back; null: it works. */
    locked_at: Date | null
  }
  /** Challenges that were given out and not answered yet. */
  passkey_challenges: {
    id: string
    challenge: string
    /** The session that adds a passkey, which has one challenge at most; null: somebody signs in. */
    session_id: string | null
    expires_at: Date
  }
  /** When users were last active. */
  presence: {
    user_id: string
    /** To the minute. */
    seen_at: Date
    /** The user has a visible page until then. */
    visible_until: Date | null
  }
  /** Codes of the operator's, with which somebody may sign up. */
  join_codes: {
    /** SHA-256. */
    hash: Buffer
    uses_left: number
    created_at: Date
    expires_at: Date
  }
}
