import { codes, globalTenantId } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenants } from '../../../platform/crud/index.ts'
import type { RunAs, Trx } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type LinkedStudy, linkedStudy } from '../../products/linked/index.ts'

interface Reading {
  readonly trx: Trx
  readonly as: RunAs
}

/** A study that is linked with a product in a tenant of the caller's. @throws Refusal 404 where there is none */
export const linkOf = async ({ trx, as }: Reading, studyUrlId: string): Promise<LinkedStudy> =>
  (await linkedStudy(trx, studyUrlId, inTenants(as, 'studyUrl.tenantId'))) ??
  refuse(codes.notFound, 'refusal.studyWithoutUrl')

/** The same of one tenant. @param tenantId one that `checkWritable` let through */
export const linkIn = async (
  { trx }: Pick<Reading, 'trx'>,
  tenantId: string,
  studyUrlId: string,
): Promise<LinkedStudy> => {
  if (tenantId === globalTenantId) refuse(codes.notFound)
  const ofTenant = sql<boolean>`study_url.tenant_id = ${tenantId}`
  return (await linkedStudy(trx, studyUrlId, ofTenant)) ?? refuse(codes.notFound, 'refusal.studyWithoutUrl')
}

/** @throws Refusal 409 where the product cannot be called for the tenant */
export function refuseWithoutUrl({ hasApi }: LinkedStudy): void {
  if (!hasApi) refuse(codes.conflict, 'refusal.tenantWithoutUrl')
}
