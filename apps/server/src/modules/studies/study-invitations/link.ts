import { codes, globalTenantId } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenants } from '../../../platform/crud/index.ts'
import type { RunAs, Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { type LinkedStudy, linkedStudy } from '../../products/linked/index.ts'

interface Reading {
  readonly trx: Trx
  readonly as: RunAs
}

/** A study that is linked with a product in a tenant of the caller's. @throws Rejection 404 if there is none */
export const linkOf = async ({ trx, as }: Reading, studyUrlId: string): Promise<LinkedStudy> =>
  (await linkedStudy(trx, studyUrlId, inTenants(as, 'studyUrl.tenantId'))) ??
  reject(codes.notFound, 'refusal.studyWithoutUrl')

/** The same in one tenant. @param tenantId one that `checkWritable` accepted */
export const linkIn = async (
  { trx }: Pick<Reading, 'trx'>,
  tenantId: string,
  studyUrlId: string,
): Promise<LinkedStudy> => {
  if (tenantId === globalTenantId) reject(codes.notFound)
  const ofTenant = sql<boolean>`study_url.tenant_id = ${tenantId}`
  return (await linkedStudy(trx, studyUrlId, ofTenant)) ?? reject(codes.notFound, 'refusal.studyWithoutUrl')
}

/** @throws Rejection 409 if the product cannot be called for the tenant */
export function rejectWithoutUrl({ hasApi }: LinkedStudy): void {
  if (!hasApi) reject(codes.conflict, 'refusal.tenantWithoutUrl')
}
