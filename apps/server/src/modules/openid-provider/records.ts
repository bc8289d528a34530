import { createHash } from 'node:crypto'
import type { SessionLifetime } from '@atrium/contract'
import { type InsertObject, sql } from 'kysely'
import Provider, { type Adapter, type AdapterPayload, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { lifetimesOf } from '../../platform/caller/sessions.ts'
import { asSystem, type Database, inTransaction, type Trx } from '../../platform/database/index.ts'
import type { Services } from '../../platform/http/work.ts'
import type { Secrets } from '../../platform/secrets/index.ts'
import { findClient } from './clients.ts'

/** Encryption purpose of payloads. They contain ids of other records, which are credentials. */
const purpose = 'openid-record'

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex')

/** A row as it is read. */
interface Found {
  readonly payloadEncrypted: string
  readonly consumedAt: Date | null
}

/** Marks a payload as used, as the library expects it. `id` is the record's id, which is not in the payload. */
function payloadOf(secrets: Secrets, { payloadEncrypted, consumedAt }: Found, id?: string): AdapterPayload {
  const payload: AdapterPayload = JSON.parse(secrets.decrypt(purpose, payloadEncrypted))
  return {
    ...payload,
    ...(id !== undefined && { jti: id }),
    ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1000) }),
  }
}

/**
 * Finds a session of the provider if nobody is signed in there yet, or the suite's session is running. Using the
 * provider's session extends the suite's, as every call does.
 */
const findSession = async (
  trx: Trx,
  condition: { readonly idHash: string } | { readonly uid: string },
  lifetime: SessionLifetime,
): Promise<(Found & { readonly isSignedIn: boolean }) | undefined> => {
  const { administrators, others } = lifetimesOf(lifetime)
  const wanted =
    'idHash' in condition
      ? sql`r.kind = 'Session' and r.id_hash = ${condition.idHash}`
      : sql`r.uid = ${condition.uid}`
  const { rows } = await sql<Found & { readonly isSignedIn: boolean }>`
    select r.payload_encrypted, r.consumed_at, coalesce(found.state = 'good', false) as is_signed_in
    from openid_record r
    left join openid_session s on s.uid = r.uid
    left join lateral find_session(s.session_hash, ${administrators}::interval, ${others}::interval) found on true
    where ${wanted}`.execute(trx)
  return rows[0]
}

/*
 * The library writes a grant and then its code, and reads a code or token and then its grant, within one request. Here
 * both are written, or read, with one statement.
 */

/** New grants, by their requests. A request that ends without a code needs none. */
const newGrants = new WeakMap<KoaContextWithOIDC, InsertObject<Database, 'openidRecord'>>()

/** Grants that have been read, by their requests. */
const foundGrants = new WeakMap<KoaContextWithOIDC, Found & { readonly idHash: string }>()

/** Stores the provider's records of one kind in PostgreSQL. Clients are the domains of tenants, which are only read. */
export function recordsOf(kind: string, { db, secrets, profile }: Services): Adapter {
  const inSystem = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => inTransaction(db, asSystem, work)
  const reading = <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
    inTransaction(db, asSystem, work, { readOnly: true })
  const keyOf = (id: string) => ({ kind, idHash: hashOf(id) })

  const sessionOf = async (condition: { idHash: string } | { uid: string }, id?: string) => {
    const found = await inSystem((trx) => findSession(trx, condition, profile.sessionLifetime))
    if (!found) return undefined
    const payload = payloadOf(secrets, found, id)
    return payload.accountId === undefined || found.isSignedIn ? payload : undefined
  }

  return {
    upsert: async (id, { jti: _, ...payload }, expiresIn) => {
      const row = {
        ...keyOf(id),
        payloadEncrypted: secrets.encrypt(purpose, JSON.stringify(payload)),
        // A sign-in goes on when the grant of the former user is revoked.
        grantHash: payload.grantId === undefined || kind === 'Interaction' ? null : hashOf(payload.grantId),
        uid: kind === 'Session' ? (payload.uid ?? null) : null,
        expiresAt: sql<Date>`now() + make_interval(secs => ${expiresIn})`,
        consumedAt: null,
      }
      const { ctx } = Provider
      if (kind === 'Grant' && ctx) {
        newGrants.set(ctx, row)
        return
      }
      const grant = kind === 'AuthorizationCode' && ctx && newGrants.get(ctx)
      const stored = await inSystem((trx) =>
        trx
          .insertInto('openidRecord')
          .values(grant ? [grant, row] : row)
          .onConflict((conflict) =>
            // A proof that another process has just accepted is a replay.
            kind === 'ReplayDetection'
              ? conflict.doNothing()
              : conflict.columns(['kind', 'idHash']).doUpdateSet(({ ref }) => ({
                  payloadEncrypted: ref('excluded.payloadEncrypted'),
                  grantHash: ref('excluded.grantHash'),
                  uid: ref('excluded.uid'),
                  expiresAt: ref('excluded.expiresAt'),
                })),
          )
          .returning('kind')
          .executeTakeFirst(),
      )
      if (!stored) throw new errors.InvalidDpopProof('DPoP proof JWT Replay detected')
    },

    find: async (id) => {
      if (kind === 'Client') return reading((trx) => findClient(trx, secrets, id))
      const key = keyOf(id)
      if (kind === 'Session') return sessionOf(key, id)
      const { ctx } = Provider
      const known = kind === 'Grant' && ctx && foundGrants.get(ctx)
      if (known && known.idHash === key.idHash) return payloadOf(secrets, known, id)
      const found = await reading((trx) =>
        trx
          .selectFrom('openidRecord as record')
          .leftJoin('openidRecord as grant', (join) =>
            join.on('grant.kind', '=', 'Grant').onRef('grant.idHash', '=', 'record.grantHash'),
          )
          .select(['record.payloadEncrypted', 'record.consumedAt'])
          .select(['grant.idHash as grantHash', 'grant.payloadEncrypted as grantEncrypted'])
          .where('record.kind', '=', key.kind)
          .where('record.idHash', '=', key.idHash)
          .executeTakeFirst(),
      )
      if (!found) return undefined
      const { grantHash, grantEncrypted } = found
      if (ctx && grantHash !== null && grantEncrypted !== null)
        foundGrants.set(ctx, { idHash: grantHash, payloadEncrypted: grantEncrypted, consumedAt: null })
      return payloadOf(secrets, found, id)
    },

    findByUid: (uid) => sessionOf({ uid }),

    // The device flow is off.
    findByUserCode: async () => undefined,

    consume: (id) =>
      inSystem(async (trx) => {
        const key = keyOf(id)
        const consumed = await trx
          .updateTable('openidRecord')
          .set({ consumedAt: sql<Date>`now()` })
          .where('kind', '=', key.kind)
          .where('idHash', '=', key.idHash)
          .where('consumedAt', 'is', null)
          .returning('kind')
          .executeTakeFirst()
        // Of several concurrent attempts, one succeeds.
        if (!consumed) throw new errors.InvalidGrant('already used')
      }),

    destroy: (id) =>
      inSystem(async (trx) => {
        const key = keyOf(id)
        await trx
          .deleteFrom('openidRecord')
          .where('kind', '=', key.kind)
          .where('idHash', '=', key.idHash)
          .execute()
      }),

    revokeByGrantId: (grantId) =>
      inSystem(async (trx) => {
        await trx.deleteFrom('openidRecord').where('grantHash', '=', hashOf(grantId)).execute()
      }),
  }
}
