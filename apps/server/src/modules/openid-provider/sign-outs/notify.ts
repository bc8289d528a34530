import { type Kysely, sql } from 'kysely'
import { asSystem, type Database, inTransaction } from '../../../platform/database/index.ts'
import { OutboundFailure } from '../../../platform/outbound/outbound.ts'
import type { Reason } from '../../../platform/texts/translator.ts'
import type { RunningProvider } from '../provider.ts'
import type { SignInKey } from './end.ts'

/** Days after which a notice is given up, counted from the end of the sign-in or the last repetition. */
const maxDays = 3

/** Reasons of the outbound guard that mean that the deployment does not allow the address. */
const addressFaults = ['invalid', 'insecure', 'private', 'notAllowed']

/** Returns why a notice failed. @throws the error, if the product did not cause it */
function failureOf(error: unknown): Reason {
  if (error instanceof OutboundFailure) {
    const outcome = addressFaults.includes(error.reason) ? 'address' : error.reason
    return outcome === 'timeout'
      ? { key: 'studyInvitation.reason.timeout', params: {} }
      : { key: `product.${outcome}` as Reason['key'], params: {} }
  }
  const { response } = error as { readonly response?: Response }
  if (response) return { key: 'studyInvitation.reason.status', params: { status: response.status } }
  throw error
}

const waiting = (db: Kysely<Database>, { tenantId, id }: SignInKey) =>
  inTransaction(db, asSystem, (trx) =>
    trx
      .selectFrom('productSignIn')
      .select(['tenantUrlId', 'userId', 'sid'])
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst(),
  )

/** Stores the result of an attempt. @returns whether it has to be repeated */
const record = (db: Kysely<Database>, { tenantId, id }: SignInKey, failure: Reason | undefined) =>
  inTransaction(db, asSystem, async (trx) => {
    const columns = failure
      ? {
          state: sql<'waiting'>`case when coalesce(requeued_at, ended_at) < now() - make_interval(days => ${maxDays})
            then 'failed' else 'waiting' end`,
          attempts: sql<number>`attempts + 1`,
          failure: JSON.stringify(failure),
        }
      : { state: 'notified' as const, notifiedAt: sql<Date>`now()`, failure: null }
    const stored = await trx
      .updateTable('productSignIn')
      .set(columns)
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returning('state')
      .executeTakeFirst()
    return stored?.state === 'waiting'
  })

/** Marks a notice for which there is no client any more: the product no longer signs in here. */
const giveUp = (db: Kysely<Database>, { tenantId, id }: SignInKey) =>
  inTransaction(db, asSystem, async (trx) => {
    await trx
      .updateTable('productSignIn')
      .set({ state: 'unsupported' })
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .execute()
  })

/**
 * Notifies a product that a user's session has ended, if that is still to be done.
 * @returns whether it has to be repeated
 */
export async function notifyEnd(
  db: Kysely<Database>,
  running: RunningProvider,
  key: SignInKey,
): Promise<boolean> {
  const signIn = await waiting(db, key)
  if (!signIn) return false
  const client = await (await running.present()).Client.find(signIn.tenantUrlId)
  if (!client?.backchannelLogoutUri) {
    await giveUp(db, key)
    return false
  }
  let failure: Reason | undefined
  try {
    await running.notifyEnd(client, signIn.userId, signIn.sid)
  } catch (error) {
    failure = failureOf(error)
  }
  return record(db, key, failure)
}
