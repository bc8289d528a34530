import type { Profile } from '@atrium/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Outbox } from '../messages/index.ts'
import type { Secrets } from '../secrets/index.ts'
import type { SingleSignOn } from '../sso/provider.ts'

/** What lives as long as the server does and every call may use. */
export interface Services {
  readonly db: Kysely<Database>
  readonly secrets: Secrets
  /** Takes e-mail and SMS in the transaction that causes them. */
  readonly outbox: Outbox
  readonly profile: Profile
  /** The deployment's identity provider; undefined where the profile names none. */
  readonly sso: SingleSignOn | undefined
}
