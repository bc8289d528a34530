import type { TestDatabase } from '../../../../../test-support/index.ts'

/** Returns the counted failures of a name from an address; '*' means any address, '' any name. */
export const failuresOf = async (
  { owner }: TestDatabase,
  nameKey: string,
  address: string,
): Promise<number> => {
  const row = await owner
    .selectFrom('loginFailure')
    .select('failures')
    .where('nameKey', '=', nameKey)
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.failures ?? 0
}

/** Sets the failure count, as if that many attempts had failed. */
export const countFailures = async (
  { owner }: TestDatabase,
  row: { nameKey: string; address: string },
  failures: number,
): Promise<void> => {
  await owner
    .insertInto('loginFailure')
    .values({ ...row, failures })
    .onConflict((conflict) => conflict.columns(['nameKey', 'address']).doUpdateSet({ failures }))
    .execute()
}
