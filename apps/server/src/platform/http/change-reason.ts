import type { IncomingHttpHeaders } from 'node:http'
import {
  type Call,
  ChangeReason,
  codes,
  defaultReasonPolicy,
  globalTenantId,
  type Language,
  type ListedReason,
  needsReason,
  type ReasonChoice,
  reasonCodeHeader,
  reasonFieldOf,
  reasonHeader,
  type TextKey,
  takesReason,
} from '@atrium/contract'
import type { Trx } from '../database/transaction.ts'
import { fieldIssue, Rejection, rejectField } from './rejection.ts'
import type { Execution } from './work.ts'

/** What holds in a tenant. */
interface Policy {
  readonly kinds: readonly string[]
  readonly reasons: readonly ListedReason[]
}

/** Returns the reason that the headers of a request contain, percent-decoded. */
export function reasonIn(headers: IncomingHttpHeaders): ChangeReason {
  const decoded = (name: string): string => {
    try {
      return decodeURIComponent(String(headers[name] ?? ''))
    } catch {
      throw new Rejection(codes.invalid, { issues: [fieldIssue('reason', 'rule.reasonText')] })
    }
  }
  const sent = ChangeReason.safeParse({
    reason: decoded(reasonHeader),
    reasonCode: decoded(reasonCodeHeader),
  })
  if (!sent.success)
    throw new Rejection(codes.invalid, {
      issues: sent.error.issues.map((issue) => ({ ...issue, path: ['reason'] })),
    })
  return sent.data
}

/**
 * Returns the policy of a tenant: its own, or the platform's.
 * @param tenantId a tenant that the caller reaches, or the platform's id
 */
export async function reasonPolicyOf(trx: Trx, tenantId: string): Promise<Policy> {
  const rows = await trx
    .selectFrom('changeReasonPolicy')
    .select(['tenantId', 'follows', 'kinds', 'reasons'])
    .where('tenantId', 'in', [tenantId, globalTenantId])
    .execute()
  const own = rows.find((row) => row.tenantId === tenantId && !row.follows)
  const found = own ?? rows.find((row) => row.tenantId === globalTenantId)
  return found ? { kinds: found.kinds, reasons: found.reasons as ListedReason[] } : defaultReasonPolicy
}

/** Returns the name of a reason in a language. */
const reasonName = (language: Language, { name, nameEn }: ListedReason): string =>
  language === 'en' && nameEn !== '' ? nameEn : name

/** Returns the reasons that users can choose, in a language. */
export const choicesIn = (language: Language, reasons: readonly ListedReason[]): ReasonChoice[] =>
  reasons
    .filter(({ enabled }) => enabled)
    .map((reason) => ({ code: reason.code, name: reasonName(language, reason) }))

/** Returns the text that the trail keeps of a chosen reason: its code, and its name as the user saw it. */
const written = ({ code, name }: ReasonChoice): string => `[${code}] ${name}`

/** Rejects the reason in a call's headers (422), with the reasons to choose from. */
function rejectReason(key: TextKey, reasons: readonly ReasonChoice[]): never {
  throw new Rejection(codes.invalid, { issues: [fieldIssue('reason', key)], reasons })
}

/**
 * Returns the reason for a change that an event of the trail gets; undefined if there is none. The policy is that of
 * the tenant whose row has changed, which is known only now. The caller's transaction has not been committed yet.
 * @param tenantId tenant of the event
 * @throws Rejection 422 on the reason, if the policy asks for one that was not sent, or if the list does not have it
 */
export async function reasonOfChange(
  trx: Trx,
  call: Call,
  { input, language, reason: sent }: Pick<Execution, 'input' | 'language' | 'reason'>,
  tenantId: string,
): Promise<string | undefined> {
  if (!takesReason(call)) return undefined
  const field = reasonFieldOf(call)
  const text = (field && String(Reflect.get(Object(input), field) ?? '')) || sent.reason
  const code = sent.reasonCode
  if (code === '' && text !== '') return text
  const policy = await reasonPolicyOf(trx, tenantId)
  const choices = choicesIn(language, policy.reasons)
  if (code === '') {
    if (!needsReason(call, policy.kinds)) return undefined
    if (field !== undefined) rejectField(field, 'rule.required')
    rejectReason('rule.reasonRequired', choices)
  }
  const chosen = choices.find((reason) => reason.code === code)
  if (!chosen) rejectReason('rule.reasonUnknown', choices)
  return [written(chosen), text].filter((part) => part !== '').join(' ')
}
