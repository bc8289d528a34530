import { sql } from 'kysely'
import type { SessionTable } from '../../../database/tables/sign-in.ts'
import type { Trx } from '../../../database/transaction.ts'

/** Why a session ended before its time. */
export type EndReason = NonNullable<SessionTable['endedReason']>

const running = (trx: Trx, reason: EndReason) =>
  trx
    .updateTable('session')
    .set({ endedAt: sql<Date>`now()`, endedReason: reason })
    .where('endedAt', 'is', null)

/** Ends every session of a user: their next call is refused, on whichever process it arrives. */
export const endSessions = async (trx: Trx, userId: string, reason: EndReason): Promise<void> => {
  await running(trx, reason).where('userId', '=', userId).execute()
}

/** Ends one session, because its user signed out. */
export const endSession = async (trx: Trx, sessionHash: string): Promise<void> => {
  await running(trx, 'signed-out').where('tokenHash', '=', sessionHash).execute()
}
