import { categories, holidaySave, tenantSave } from '@atrium/contract'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import { type Mutation, uniqueText } from './prepared.ts'

/** Prepares the first calendar of a new tenant: a second save would be an update. */
const firstCalendar: Mutation['prepare'] = async ({ server, admin }) => {
  const categoryId = globalEntryId(categories.tenantCategory, 'SPONSOR')
  const tenant = { tenantName: uniqueText('历法租户'), abbr: 'L', categoryId }
  const { data: tenantId } = await send(server, tenantSave, tenant, { token: admin.token })
  return {
    input: { tenantId, lawHolidays: '2026-10-01', extraWorkdays: '2026-10-10' },
    token: admin.token,
  }
}

export const holidayMutations: readonly Mutation[] = [{ call: holidaySave, prepare: firstCalendar }]
