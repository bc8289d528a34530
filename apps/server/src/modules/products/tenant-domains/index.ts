import { domainCombobox, domainDelete, domainInit, domainList, domainSave } from '@atrium/contract'
import { deleting, saving } from '../../../platform/crud/index.ts'
import { handle, handleOwn, type Route } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import { domains } from './entity.ts'
import { initialiseDomain } from './initialise.ts'
import { chooseDomains, listDomains } from './queries.ts'

/** Adds or changes a domain. A changed API URL resets its initialisation. */
async function saveDomain(work: Work<typeof domainSave>): Promise<string> {
  const { trx, input, services } = work
  const before = await trx
    .selectFrom('tenantUrl')
    .select('apiUrl')
    .where('id', '=', input.id)
    .forUpdate()
    .executeTakeFirst()
  const callsMove = before !== undefined && before.apiUrl !== input.apiUrl
  return saving(domains({ services, callsMove }))(work)
}

export const domainRoutes: readonly Route[] = [
  handle(domainList, listDomains),
  handle(domainSave, saveDomain),
  handle(domainDelete, (work) => deleting(domains(work))(work)),
  handleOwn(domainInit, initialiseDomain),
  handle(domainCombobox, chooseDomains),
]
