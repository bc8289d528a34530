import { passwordLifeSeconds } from '@atrium/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../database/schema.ts'

/** What makes an encrypted password good once. */
export interface Nonce {
  readonly nonce: string
  /** Milliseconds since 1970, as GET /sys/login/key said it. */
  readonly issuedAt: number
}

/** How far in the future one may be dated, where the database was moved to a machine whose clock is behind. Seconds. */
const aheadSeconds = 60

/**
 * Uses nonces up, unless they are too old or somebody was faster; for good, whatever comes of the call. By the
 * database's clock, which is one for all processes.
 * @param db the pool itself, outside of any transaction
 * @returns those that were not used before
 */
export const spendNonces = async (db: Kysely<Database>, nonces: readonly Nonce[]): Promise<string[]> => {
  const sent = [nonces.map(({ nonce }) => nonce), nonces.map(({ issuedAt }) => issuedAt)]
  const { rows } = await sql<{ nonce: string }>`
    select nonce from spend_password_nonces(${sent[0]}::text[], ${sent[1]}::float8[],
      make_interval(secs => ${passwordLifeSeconds}), make_interval(secs => ${aheadSeconds})) as nonce`.execute(
    db,
  )
  return rows.map(({ nonce }) => nonce)
}
