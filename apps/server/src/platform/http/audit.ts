import { type Call, globalTenantId } from '@atrium/contract'
import { recordAudit } from '../audit/index.ts'
import type { Trx } from '../database/transaction.ts'
import { reasonOfChange } from './change-reason.ts'
import { signatureOfChange } from './electronic-signature.ts'
import type { AuditFacts, Execution } from './work.ts'

/** Slot for the one audit event that a mutation registers. */
interface AuditSlot {
  readonly put: (event: AuditFacts) => void
  readonly event: () => AuditFacts | undefined
}

/** Creates a slot for one event. A second event is a programming error, and so is a missing one (see `route.ts`). */
export function auditSlot(): AuditSlot {
  let held: AuditFacts | undefined
  return {
    put: (event) => {
      if (held) throw new Error('a call wrote two audit events')
      held = event
    },
    event: () => held,
  }
}

/**
 * Writes the audit row of a mutation in the mutation's own transaction, so that neither exists without the other.
 * Rejects a mutation without the reason or the signature that its tenant requires.
 */
export async function writeAudit(trx: Trx, call: Call, execution: Execution, facts: AuditFacts) {
  const { actor = execution.caller, tenantId = globalTenantId, signature, ...event } = facts
  const reason = await reasonOfChange(trx, call, execution, tenantId)
  const signed = await signatureOfChange(trx, call, execution, tenantId, signature?.meaning)
  await recordAudit(trx, {
    tenantId,
    ...event,
    ...(reason !== undefined && { reason }),
    actorId: actor.userId || null,
    actorName: actor.userName,
    call: call.path,
    requestId: execution.requestId,
    address: execution.client.address,
    userAgent: execution.client.userAgent,
    signing: signed && { ...signed, content: signature?.content, key: execution.services.secrets.auditKey },
  })
}
