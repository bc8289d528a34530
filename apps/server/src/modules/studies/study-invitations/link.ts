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

/**
 * Returns a study linked with a product in one of the caller's tenants.
 * @throws Rejection 404 if it does not exist
 */
export const linkOf = async ({ trx, as }: Reading, studyUrlId: string): Promise<LinkedStudy> =>
  (await linkedStudy(trx, studyUrlId, inTenants(as, 'studyUrl.tenantId'))) ??
  reject(codes.notFound, 'refusal.studyWithoutUrl')

/**
 * Returns a study linked with a product in one tenant.
 * @param tenantId tenant that `checkWritable` has accepted
 */
export const linkIn = async (
  { trx }: Pick<Reading, 'trx'>,
  tenantId: string,
  studyUrlId: string,
): Promise<LinkedStudy> => {
  if (tenantId === globalTenantId) reject(codes.notFound)
  const ofTenant = sql<boolean>`study_url.tenant_id = ${tenantId}`
  return (await linkedStudy(trx, studyUrlId, ofTenant)) ?? reject(codes.notFound, 'refusal.studyWithoutUrl')
}

/** @throws Rejection 409 if the tenant has no URL for calls to the product */
export function rejectWithoutUrl({ hasApi }: LinkedStudy): void {
  if (!hasApi) reject(codes.conflict, 'refusal.tenantWithoutUrl')
}
