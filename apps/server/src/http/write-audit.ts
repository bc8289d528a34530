import { type Call, globalTenantId } from '@atrium/contract'
import { recordAudit } from '../audit/index.ts'
import type { Trx } from '../database/transaction.ts'
import type { AuditFacts } from './audit-once.ts'
import type { Execution } from './execution.ts'

/** Writes the audit row of a mutation in its own transaction: no row, no mutation. */
export async function writeAudit(trx: Trx, call: Call, execution: Execution, facts: AuditFacts) {
  const { actor = execution.caller, ...event } = facts
  await recordAudit(trx, {
    tenantId: globalTenantId,
    ...event,
    actorId: actor.userId || null,
    actorName: actor.userName,
    call: call.path,
    requestId: execution.requestId,
  })
}
