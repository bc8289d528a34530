import type { Insertable, Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../../../platform/database/index.ts'
import type { ProductSignInTable } from '../../../platform/database/tables/openid.ts'

type Row = Insertable<ProductSignInTable>

/** Adds the row of a sign-in, which is open by default. @returns its id */
export async function addSignInRow(
  owner: Kysely<Database>,
  row: Pick<Row, 'tenantId' | 'tenantUrlId' | 'userId'> & Partial<Row>,
): Promise<string> {
  const id = row.id ?? uuidv7()
  await owner
    .insertInto('productSignIn')
    .values({ sid: id, ...row, id })
    .execute()
  return id
}

/** Columns of a sign-in whose notice the product has rejected until it was given up. */
export const failedNotice = {
  state: 'failed',
  endedAt: new Date('2026-01-01T00:00:00Z'),
  endedReason: 'signed-out',
  attempts: 7,
  failure: JSON.stringify({ key: 'studyInvitation.reason.status', params: { status: 503 } }),
} as const
