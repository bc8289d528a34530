import * as z from 'zod/mini'
import { isStorable, reference, requiredText, text, versionOrNone } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'
import { defaultReasonKinds, type ReasonKind, reasonKinds } from './kinds.ts'

/** Maximum length of the free text. */
export const maxReason = 500

/** Maximum number of reasons in a list. */
export const maxReasons = 50

/** Maximum lengths of a listed reason's code and name. */
export const maxReasonCode = 32
export const maxReasonName = 100

/** What the headers contain. */
export const ChangeReason = z.object({
  reason: z
    .string(textKey('rule.reasonRequired'))
    .check(
      z.refine(isStorable, textKey('rule.reasonText')),
      z.trim(),
      z.maxLength(maxReason, textKey('rule.reasonTooLong')),
    ),
  reasonCode: text(maxReasonCode),
})
export type ChangeReason = z.output<typeof ChangeReason>

/** A reason to choose from. */
const ListedReason = z.object({
  /** Short code, unique in the list, which the audit trail shows beside the name. */
  code: requiredText(maxReasonCode, textKey('changeReason.rule.incomplete')),
  name: requiredText(maxReasonName, textKey('changeReason.rule.incomplete')),
  nameEn: text(maxReasonName),
  /** Whether users can choose it. */
  enabled: z._default(z.boolean(textKey('rule.choice')), true),
})
export type ListedReason = z.output<typeof ListedReason>

/** List of a platform that has not saved one. */
export const defaultReasons: readonly ListedReason[] = [
  {
    code: 'R01',
    name: '人员离职或离开项目',
    nameEn: 'Person left the organisation or the study',
    enabled: true,
  },
  { code: 'R02', name: '职责变更', nameEn: 'Change of duties', enabled: true },
  { code: 'R03', name: '更正录入错误', nameEn: 'Correction of an entry error', enabled: true },
  { code: 'R04', name: '研究或中心已关闭', nameEn: 'Study or site closed', enabled: true },
  { code: 'R05', name: '申办方要求', nameEn: 'Requested by the sponsor', enabled: true },
  { code: 'R06', name: '安全原因', nameEn: 'Security', enabled: true },
]

const kinds = z
  .array(z.enum(reasonKinds, textKey('rule.choice')), textKey('rule.choose'))
  .check(z.maxLength(reasonKinds.length, textKey('rule.tooMany')))

const fields = {
  /** `globalTenantId` for the platform’s own policy, which holds in every tenant that follows it. */
  tenantId: reference,
  /** Whether the platform’s policy and list hold in the tenant. Its own stay stored. */
  follows: z._default(z.boolean(textKey('rule.choice')), false),
  /** Kinds of changes that need a reason. */
  kinds,
  /** The reasons to choose from, in order. */
  reasons: z
    .array(ListedReason, textKey('rule.required'))
    .check(z.maxLength(maxReasons, textKey('rule.tooMany'))),
}

const codesDiffer = z.refine<{ readonly reasons: readonly ListedReason[] }>(
  ({ reasons }) => new Set(reasons.map(({ code }) => code)).size === reasons.length,
  { error: textKey('changeReason.rule.codes'), path: ['reasons'] },
)

export const ReasonPolicyInput = z.object({ ...fields, rowVersion: versionOrNone }).check(codesDiffer)

/** Policy of the platform or of a tenant. The id is the tenant's; without a saved policy the version is 0. */
export const ReasonPolicy = z.object({
  id: z.string(),
  tenantId: z.string(),
  follows: z.boolean(),
  kinds: z.array(z.string()),
  reasons: z.array(
    z.object({ code: z.string(), name: z.string(), nameEn: z.string(), enabled: z.boolean() }),
  ),
  rowVersion: z.number(),
})
export type ReasonPolicy = z.output<typeof ReasonPolicy>

/** Policy of a platform that has not saved one. */
export const defaultReasonPolicy = {
  follows: false,
  kinds: [...defaultReasonKinds] as ReasonKind[],
  reasons: [...defaultReasons] as ListedReason[],
}

/** What a dialog offers: which changes need a reason, and the reasons in the caller's language. */
export const ReasonChoices = z.object({
  kinds: z.array(z.string()),
  reasons: z.array(z.object({ code: z.string(), name: z.string() })),
})
export type ReasonChoices = z.output<typeof ReasonChoices>
