import type { AuditEntity } from '../audit/index.ts'

/** What a handler says about the change that it made; the path adds who, when and by which call. */
export interface AuditFacts {
  /** The kind of thing; its list in `audit/entities.ts` says what the trail keeps of it. */
  readonly entity: AuditEntity
  readonly entityId: string
  /** Whose trail it belongs to; the platform's by default. */
  readonly tenantId?: string
  readonly before?: object
  readonly after?: object
  readonly reason?: string
  /** Who did it, where the call itself finds out, as signing in does. */
  readonly actor?: { readonly userId: string; readonly userName: string }
}

/** Holds the one audit event that a mutation registers. */
export interface AuditSlot {
  readonly put: (event: AuditFacts) => void
  readonly event: () => AuditFacts | undefined
}

/** A slot that takes one event: a second one is a programming error, as is (see `route.ts`) none. */
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
