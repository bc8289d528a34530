import { passwordLifeSeconds } from '@atrium/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../database/schema.ts'
import { asSystem, inTransaction, type Trx } from '../../../database/transaction.ts'
import { stillServes } from './login-key.ts'

/** What makes an encrypted password good once. */
export interface Nonce {
  readonly nonce: string
  /** Milliseconds since 1970, as GET /sys/login/key said it. */
  readonly issuedAt: number
  /** The key that it was encrypted under. */
  readonly keyId: string
}

/** How far in the future one may be dated, where the database was moved to a machine whose clock is behind. Seconds. */
const ahead = 60

/**
 * Uses nonces up, unless they are too old, their key serves no more, or somebody was faster. By the database's
 * clock, which is one for all processes.
 * @returns those that were not used before
 */
export const spendNonces = async (db: Kysely<Database>, nonces: readonly Nonce[]): Promise<string[]> => {
  const sent = sql`json_to_recordset(${JSON.stringify(nonces)}) as sent (nonce text, "issuedAt" float8, "keyId" text)`
  const spent = await inTransaction(db, asSystem, (trx) =>
    sql<{ nonce: string }>`
      insert into password_nonce (nonce, expires_at)
      select sent.nonce, issued.at + make_interval(secs => ${passwordLifeSeconds})
      from ${sent}, to_timestamp(sent."issuedAt" / 1000) as issued (at)
      where issued.at > clock_timestamp() - make_interval(secs => ${passwordLifeSeconds})
        and issued.at <= clock_timestamp() + make_interval(secs => ${ahead})
        and exists (select from server_key where id = sent."keyId" and ${stillServes})
      on conflict do nothing
      returning nonce`.execute(trx),
  )
  return spent.rows.map(({ nonce }) => nonce)
}

/** Forgets those that their age alone has refused, but for what another process is forgetting. */
export const forgetNonces = async (trx: Trx): Promise<void> => {
  const over = trx
    .selectFrom('passwordNonce')
    .select('nonce')
    .where('expiresAt', '<=', sql<Date>`clock_timestamp()`)
    .forUpdate()
    .skipLocked()
  await trx.deleteFrom('passwordNonce').where('nonce', 'in', over).execute()
}
