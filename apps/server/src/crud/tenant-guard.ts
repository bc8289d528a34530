import { codes, globalTenantId } from '@atrium/contract'
import { isPlatform } from '../database/transaction.ts'
import { refuse } from '../http/refusal.ts'
import type { Job } from './entity.ts'

/** Whether a tenant exists and is one in which the caller may make this call. */
async function reaches({ as, trx }: Job<unknown>, tenantId: string): Promise<boolean> {
  if (as.role === 'atrium_tenant') return as.tenants.includes(tenantId)
  const found = await trx.selectFrom('tenant').select('id').where('id', '=', tenantId).executeTakeFirst()
  return found !== undefined
}

/**
 * Refuses a tenant that is none of the caller's, for reading: 404, as if it did not exist. The global
 * rows are everybody's to read.
 */
export async function checkReadable(job: Job<unknown>, tenantId: string): Promise<void> {
  if (tenantId !== globalTenantId && !(await reaches(job, tenantId))) refuse(codes.notFound)
}

/** Refuses a tenant that is none of the caller's (404), and global rows to all but the platform (403). */
export async function checkWritable(job: Job<unknown>, tenantId: string): Promise<void> {
  if (tenantId === globalTenantId && !isPlatform(job.as)) {
    refuse(codes.forbidden, 'refusal.globalReadOnly')
  }
  await checkReadable(job, tenantId)
}
