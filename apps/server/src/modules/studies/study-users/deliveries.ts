import type { AccessDelivery, studyUserDeliveries, Translate } from '@atrium/contract'
import { pageOf } from '../../../platform/crud/index.ts'
import type { OwnWork } from '../../../platform/http/work.ts'
import { accessNoticePath } from '../../products/access-notices/index.ts'
import {
  ProductFailure,
  type ProductOutcome,
  retriedReason,
  usualSeconds,
} from '../../products/linked/index.ts'
import { linkOf } from './scope.ts'

interface Call {
  readonly outcome: ProductOutcome | null
  readonly status: number | null
  readonly answer: string
}

/** Whether the product does not have the call: HTTP 404, or code 404, with which the stored response begins. */
const isMissing = ({ status, answer }: Call): boolean => status === 404 || /^404\b/.test(answer)

/** Returns why a call failed, in the language of `t`; '' if it did not. */
function failureOf(call: Call, t: Translate): string {
  const { outcome, status, answer } = call
  if (outcome === null || outcome === 'done' || isMissing(call)) return ''
  const { key, params } = retriedReason(
    new ProductFailure(outcome, { status, message: answer, seconds: usualSeconds }),
  )
  return t(key, params)
}

const stateOf = (call: Call): AccessDelivery['state'] => {
  if (call.outcome === null) return 'open'
  if (call.outcome === 'done') return 'done'
  return isMissing(call) ? 'unsupported' : 'failed'
}

/**
 * POST /studyUser/delivery/list. The log has no row-level grant for tenants, so the server itself reads it, for a study
 * that the caller may see.
 */
export async function listDeliveries(work: OwnWork<typeof studyUserDeliveries>) {
  const { input, t, asCaller, system } = work
  const { tenantId, softwareId } = await asCaller((trx) => linkOf({ ...work, trx }, input.studyUrlId))
  return system((trx) =>
    pageOf(
      trx,
      trx
        .selectFrom('productCall')
        .where('productCall.tenantId', '=', tenantId)
        .where('productCall.softwareId', '=', softwareId)
        .where('productCall.path', '=', accessNoticePath),
      input,
      (rows) =>
        rows
          .select(['productCall.id', 'productCall.createdAt', 'productCall.status', 'productCall.answer'])
          .select(['productCall.people', 'productCall.confirmed', 'productCall.durationMs'])
          .select('productCall.outcome')
          // Ids are in the order of time.
          .orderBy('productCall.id', 'desc'),
      ({ createdAt, outcome, status, answer, ...row }) => {
        const call = { outcome: outcome as ProductOutcome | null, status, answer }
        return { ...row, at: createdAt.toISOString(), state: stateOf(call), message: failureOf(call, t) }
      },
    ),
  )
}
