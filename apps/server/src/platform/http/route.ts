import { type Call, isList, type RequestOf, type ResponseOf } from '@atrium/contract'
import { countOwnWrite } from '../caller/own-writes.ts'
import { asSystem, inTransaction, type RunAs, type Trx } from '../database/transaction.ts'
import { auditSlot, writeAudit } from './audit.ts'
import { reasonOfChange } from './change-reason.ts'
import type { Download } from './download.ts'
import { signatureOfChange } from './electronic-signature.ts'
import { readOnReplica } from './on-replica.ts'
import type { Signer } from './signature.ts'
import type { Audit, Execution, OwnWork, Upload, VerifySigner, Work } from './work.ts'

/** A call with the code that handles it. */
export interface Route {
  readonly call: Call
  readonly execute: (execution: Execution) => Promise<unknown>
  /** Verifies the signature of a signed call. */
  readonly verify?: VerifySigner<Signer>
}

type Handler<C extends Call> = (work: Work<C>) => Promise<ResponseOf<C>>
type OwnHandler<C extends Call> = (work: OwnWork<C>) => Promise<ResponseOf<C>>
type DownloadHandler<C extends Call> = (work: OwnWork<C>) => Promise<Download>

/** Returns the parts of an execution that every handler receives. */
const requestOf = <C extends Call>(execution: Execution) => ({
  // The call's schema has validated it; see `input.ts`.
  input: execution.input as RequestOf<C>,
  caller: execution.caller,
  as: execution.as,
  language: execution.language,
  t: execution.t,
  client: execution.client,
  cookies: execution.cookies,
  services: execution.services,
  log: execution.log,
})

/** Checks that a mutation registers exactly one audit event, and any other call none. */
function checkAuditEvents(call: Call, events: number): void {
  const expected = call.effect === 'write' ? 1 : 0
  if (events !== expected) throw new Error(`${call.path} wrote ${events} audit events instead of ${expected}`)
}

interface Step<Result> {
  readonly as: RunAs
  readonly readOnly: boolean
  readonly work: (trx: Trx, audit: Audit) => Promise<Result>
  /** Called before the commit with the number of events that the step registered. */
  readonly verify: (events: number) => void
}

/**
 * Returns the work of a step in its transaction. The audit event that the step registers is written at the end of the
 * transaction.
 */
const workOf =
  <Result>(call: Call, execution: Execution, step: Step<Result>) =>
  async (trx: Trx): Promise<Result> => {
    const { services, caller } = execution
    const slot = auditSlot()
    const result = await step.work(trx, slot.put)
    const event = slot.event()
    step.verify(event ? 1 : 0)
    if (event) await writeAudit(trx, call, execution, event)
    if (services.replica && !step.readOnly && caller.sessionHash !== '')
      await countOwnWrite(trx, caller.sessionHash)
    return result
  }

const audited = <Result>(call: Call, execution: Execution, step: Step<Result>): Promise<Result> =>
  inTransaction(execution.services.db, step.as, workOf(call, execution, step), { readOnly: step.readOnly })

/** Returns whether a call's response may be slightly out of date. This applies to lists for a session. */
const mayBeOld = (call: Call): boolean =>
  (call.access.kind === 'session' || call.access.kind === 'menus') && isList(call)

interface HandleOptions {
  /** Whether the call runs as `atrium_system`, since it reads data that no caller's role may read. */
  readonly asSystem?: boolean
}

/**
 * Builds the route of a call whose handler runs in one transaction, under the caller's database role and tenants. The
 * transaction is read-only if the call only reads. The handler of a mutation registers one audit event, which is
 * written in the same transaction. A list may come from the replica.
 */
export const handle = <C extends Call>(call: C, handler: Handler<C>, options: HandleOptions = {}): Route => ({
  call,
  execute: async (execution) => {
    const step: Step<ResponseOf<C>> = {
      as: options.asSystem ? asSystem : execution.as,
      readOnly: call.effect === 'read',
      work: (trx, audit) => handler({ ...requestOf<C>(execution), trx, audit }),
      verify: (events) => checkAuditEvents(call, events),
    }
    const found = mayBeOld(call) && (await readOnReplica(execution, step.as, workOf(call, execution, step)))
    return found || audited(call, execution, step)
  },
})

/**
 * Builds the route of a call whose handler splits its work into several transactions, because some of it must stay
 * although the call is rejected (counters, used codes), or must not occupy a connection (hashing). The transaction in
 * which a mutation succeeds registers its one audit event.
 */
export const handleOwn = <C extends Call>(call: C, handler: OwnHandler<C>): Route =>
  inOwnTransactions(call, handler)

/**
 * Builds the route of a call that returns a file. Its audit event is committed before the first byte is sent, so that
 * the trail records the download even if the client disconnects half-way.
 */
export const handleDownload = <C extends Call>(call: C, handler: DownloadHandler<C>): Route =>
  inOwnTransactions(call, handler)

/** The signer of a call, as `product` or `team` in the input of its handler. */
type SignedWork<Name extends string, S extends Signer> = { readonly [_ in Name]: S }

/**
 * Returns the builders of routes for calls that one kind of party signs. Their handlers run as `atrium_system`.
 * @param name name of the signer in the handlers' input
 * @param verify checks the signature of each call
 */
export function routesSignedBy<Name extends string, S extends Signer>(name: Name, verify: VerifySigner<S>) {
  // Each route verifies with `verify`, so its signer is of type S.
  const signerOf = ({ signer }: Execution) => ({ [name]: signer }) as SignedWork<Name, S>
  const verified = (route: (execution: Execution) => Route, call: Call): Route => ({
    call,
    verify,
    execute: (execution) => route(execution).execute(execution),
  })
  return {
    /** Builds a route like `handle`. */
    handleSigned: <C extends Call>(
      call: C,
      handler: (work: Work<C> & SignedWork<Name, S>) => Promise<ResponseOf<C>>,
    ): Route =>
      verified((execution) => handle(call, (work) => handler({ ...work, ...signerOf(execution) })), call),
    /** Builds a route like `handleOwn`. */
    handleSignedOwn: <C extends Call>(
      call: C,
      handler: (work: OwnWork<C> & SignedWork<Name, S>) => Promise<ResponseOf<C>>,
    ): Route =>
      verified((execution) => handleOwn(call, (work) => handler({ ...work, ...signerOf(execution) })), call),
    /** Builds a route that receives bytes, otherwise like `handleOwn`. */
    handleUpload: <C extends Call>(
      call: C,
      handler: (work: OwnWork<C> & SignedWork<Name, S> & Upload) => Promise<ResponseOf<C>>,
    ): Route =>
      verified(({ content, ...execution }) => {
        if (!content) throw new Error('the contract does not declare this call as an upload')
        return handleOwn(call, (work) => handler({ ...work, ...signerOf(execution), content }))
      }, call),
  }
}

const inOwnTransactions = <C extends Call>(
  call: C,
  handler: (work: OwnWork<C>) => Promise<unknown>,
): Route => ({
  call,
  execute: async (execution) => {
    let committed = 0
    const stepAs =
      (as: RunAs): OwnWork<C>['system'] =>
      async (work) => {
        let events = 0
        const verify = (registered: number) => {
          events = registered
          if (registered > 0) checkAuditEvents(call, committed + registered)
        }
        const result = await audited(call, execution, { as, readOnly: false, work, verify })
        committed += events
        return result
      }
    const response = await handler({
      ...requestOf<C>(execution),
      system: stepAs(asSystem),
      asCaller: stepAs(execution.as),
      requireReason: async (trx, tenantId) => {
        await reasonOfChange(trx, call, execution, tenantId)
        await signatureOfChange(trx, call, execution, tenantId)
      },
    })
    checkAuditEvents(call, committed)
    return response
  },
})
