import { auditChoices, auditList } from '@atrium/contract'
import { handle } from '../../platform/http/route.ts'
import { maskedEvents } from '../pseudonyms/index.ts'
import { searchTrail } from './search.ts'
import { choices, describeRows } from './words/index.ts'

/** POST /audit/list. */
export const auditListRoute = handle(auditList, async (work) => {
  const { limit, page, before, ...filters } = work.input
  const { list, searchedTo, ...total } = await searchTrail(work, filters, {
    ...{ limit, before },
    offset: (page - 1) * limit,
  })
  return {
    list: await describeRows(work.trx, await maskedEvents(work.trx, list), work.language),
    ...total,
    searchedTo: searchedTo?.id ?? '',
    searchedToTime: searchedTo?.at.toISOString() ?? '',
  }
})

/** GET /audit/choices. */
export const auditChoicesRoute = handle(auditChoices, ({ language }) => Promise.resolve(choices(language)))
