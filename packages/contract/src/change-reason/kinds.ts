import type { Call } from '../core/call.ts'

/** Kinds of changes for which a reason is asked unless the policy says otherwise. */
export const defaultReasonKinds = [
  'delete',
  'disable',
  'lock',
  'role',
  'licence',
  'authorization',
  'unblinding',
] as const

/** Kinds of changes for which a policy may ask for a reason, in the order of the settings. */
export const reasonKinds = [
  ...defaultReasonKinds,
  'record',
  'person',
  'settings',
  'release',
  'operation',
] as const
export type ReasonKind = (typeof reasonKinds)[number]

interface Asked {
  /** The reason is required if the policy asks for one of these kinds. */
  readonly kinds: readonly ReasonKind[]
  /** Field of the request with the reason, for calls that have one of their own. Without it, the headers count. */
  readonly field?: string
}

/** `always`: whatever the policy says. `never`: calls about oneself, sign-in, copies, products and teams. */
type Asking = Asked | 'always' | 'never'

const of = (...kinds: [ReasonKind, ...ReasonKind[]]): Asked => ({ kinds })
const within = (field: string, ...kinds: [ReasonKind, ...ReasonKind[]]): Asked => ({ kinds, field })

/** Every call that changes something, by its path. A new call must be added, or the tests fail. */
const askings: Readonly<Record<string, Asking>> = {
  // The reason for a change of this policy is what an inspector asks for first.
  '/changeReason/save': 'always',
  '/signature/save': 'always',

  '/dictionary/save': of('record'),
  '/dictionary/delete': of('delete'),
  '/area/save': of('record'),
  '/area/delete': of('delete'),
  '/site/save': of('record'),
  '/site/delete': of('delete'),
  '/holidays/save': of('record'),
  '/tenant/save': of('record'),
  '/tenant/delete': of('delete'),
  '/tenantSite/save': of('record'),
  '/tenantSite/delete': of('delete'),
  '/department/save': of('record'),
  '/department/delete': of('delete'),
  '/departmentUser/save': of('person'),
  '/study/save': of('record'),
  '/study/delete': of('delete'),
  '/studySite/save': of('record'),
  '/studySite/delete': of('delete'),

  '/sys/user/save': of('role', 'person'),
  '/sys/user/update': of('lock', 'role', 'person'),
  '/sys/user/update/admin': of('person'),
  '/sys/user/reset/password': of('operation'),
  '/sys/user/session/end/admin': of('operation'),
  '/tenantUser/save/batch': of('role'),
  '/tenantUser/update/base': of('disable', 'role', 'person'),
  '/tenantUser/update/important': of('person'),
  '/tenantUser/extend/batch': of('authorization'),
  '/tenantUser/delete': of('delete', 'authorization'),
  '/tenantUser/invitation/resend': of('operation'),
  '/tenantUser/invitation/withdraw': of('authorization'),
  '/sys/role/save': of('role'),
  '/sys/role/update': of('role'),
  '/sys/role/delete': of('delete', 'role'),

  '/tenantSoft/save': of('licence'),
  '/tenantSoft/delete': of('delete', 'licence'),
  '/studyUrl/save': of('authorization'),
  '/studyUrl/delete': of('delete', 'authorization'),
  '/studyUser/save': of('authorization'),
  '/studyUser/remove/batch': of('authorization'),
  '/studyUser/extend/batch': of('authorization'),
  '/studyUser/notify': of('operation'),
  '/accessReview/save': of('settings'),
  '/accessReview/cancel': of('operation'),
  '/accessReview/change': within('reason', 'authorization'),
  '/accessReview/changeRole': within('reason', 'role'),
  '/accessReview/revoke': within('reason', 'authorization'),
  '/accessReview/close': within('conclusion', 'operation'),
  // The decision itself is the reason.
  '/accessReview/confirm': 'never',
  '/trailReview/save': of('settings'),
  '/trailReview/cancel': of('operation'),
  '/trailReview/start': of('operation'),
  '/trailReview/finding': of('record'),
  '/trailReview/conclude': of('operation'),
  '/inspection/open': within('purpose', 'authorization'),
  '/inspection/close': of('authorization'),
  '/inspection/decide': within('decisionReason', 'unblinding'),
  '/studyUser/pre/save/study/edc': of('authorization'),
  '/studyUser/pre/save/study/iwrs': of('authorization', 'unblinding'),
  '/studyUser/pre/save/study/ctms': of('authorization'),
  '/studyUser/pre/save/study/etmf': of('authorization'),
  '/studyUser/pre/refusal/retry': of('operation'),
  '/studyUser/pre/refusal/takeBack': of('authorization'),
  '/unblinding/approve': within('decisionReason', 'unblinding'),
  '/unblinding/decline': within('decisionReason', 'unblinding'),
  '/unblinding/withdraw': of('unblinding'),

  '/accessRequest/approve': within('decisionReason', 'authorization'),
  '/accessRequest/decline': within('decisionReason', 'authorization'),
  '/accessRequest/rules/save': of('settings'),

  '/training/save': of('settings'),
  '/training/delete': of('delete'),
  '/training/requirement/save': of('settings'),
  '/training/requirement/delete': of('delete'),
  '/training/evidence/save': of('record'),
  '/training/evidence/revoke': within('revokeReason', 'record'),
  '/training/override/save': within('reason', 'authorization'),
  '/training/override/end': within('endReason', 'authorization'),
  '/privacy/approve': within('decisionReason', 'person', 'delete'),
  '/privacy/decline': within('decisionReason', 'person'),
  '/privacy/request': within('reason', 'person'),
  '/privacy/withdraw': of('person'),
  '/privacy/hold/place': within('reason', 'settings'),
  '/privacy/hold/release': within('releaseReason', 'settings'),

  '/software/save': of('settings'),
  '/software/delete': of('delete'),
  '/tenantUrl/save': of('settings'),
  '/tenantUrl/delete': of('delete'),
  '/tenantUrl/initSoftware': of('operation'),
  '/tenantUrl/signIn/notifyAgain': of('operation'),
  '/expiredInfo/save': of('settings'),
  '/tenant/save/pin': of('settings'),
  '/duty/save': within('reason', 'settings'),
  '/duty/delete': of('delete'),
  '/sys/menu/save': of('settings'),
  '/sys/menu/update': of('settings'),
  '/sys/menu/order': of('settings'),
  '/sys/menu/delete': of('delete'),
  '/sys/schedule/save': of('settings'),
  '/sys/schedule/update': of('settings'),
  '/sys/schedule/delete': of('delete'),
  '/sys/schedule/pause': of('operation'),
  '/sys/schedule/resume': of('operation'),
  '/sys/schedule/run': of('operation'),
  '/mail/reSend': of('operation'),
  '/sms/reSend': of('operation'),
  '/message/reSendFailed': of('operation'),

  '/release/activate': within('reason', 'release'),
  '/release/rollback': within('reason', 'release'),
  '/release/share': within('reason', 'release'),
  '/release/tenantMode': within('reason', 'release'),
  '/tenantRelease/mode': within('reason', 'release'),
  '/tenantRelease/accept': within('reason', 'release'),

  // Sign-in, and what users do about themselves.
  '/sys/login': 'never',
  '/sys/login/checkAuthCode': 'never',
  '/sys/ssoLogin': 'never',
  '/sys/logout': 'never',
  '/sys/user/password': 'never',
  '/sys/user/username/password': 'never',
  '/account/forget/check/auth': 'never',
  '/account/email/authorization': 'never',
  '/account/email/valid/confirm': 'never',
  '/sys/user/email/valid/send': 'never',
  '/sys/user/contact/change': 'never',
  '/sys/user/contact/confirm': 'never',
  '/sys/user/contact/withdraw': 'never',
  '/sys/user/session/end/self': 'never',
  '/sys/user/update/self': 'never',
  '/accessRequest/ask': 'never',
  '/accessRequest/withdraw': 'never',
  '/dTrial/getSingleSoftware': 'never',
  // Only for the caller's own browser.
  '/release/override': 'never',
  '/release/override/end': 'never',
  // Copies.
  '/audit/export': 'never',
  '/access/export': 'never',
  '/accessReview/export': 'never',
  '/trailReview/export': 'never',
  '/unblinding/export': 'never',
  '/privacy/export': 'never',
  '/inspection/file': 'never',
  // Says that somebody read, and changes nothing else.
  '/trailReview/look': 'never',
  '/sys/user/export': 'never',
  '/base/file/download/{nodeId}/{fileName}': 'never',
  '/training/evidence/file': 'never',
  // Products and teams.
  '/portal/redeem': 'never',
  '/training/evidence/report': 'never',
  '/base/file/upload': 'never',
  '/release/accept': 'never',
  '/release/undo': 'never',
}

/** Paths of the calls that are classified, for tests. */
export const callsWithReasonRule: readonly string[] = Object.keys(askings)

type Changing = Pick<Call, 'path'>

/** Whether a reason for the call is recorded, whether or not it is required. */
export const takesReason = ({ path }: Changing): boolean => (askings[path] ?? 'never') !== 'never'

/**
 * Whether the call needs a reason.
 * @param kinds kinds for which the policy of the changed row's tenant asks for a reason
 */
export function needsReason({ path }: Changing, kinds: readonly string[]): boolean {
  const asking = askings[path] ?? 'never'
  if (typeof asking === 'string') return asking === 'always'
  return asking.kinds.some((kind) => kinds.includes(kind))
}

/** Returns the field of the request with the reason; undefined if the call uses the headers. */
export function reasonFieldOf({ path }: Changing): string | undefined {
  const asking = askings[path]
  return typeof asking === 'object' ? asking.field : undefined
}

/** Returns the kinds by which a policy may require a signature for the call. */
export function signingKindsOf({ path }: Changing): readonly ReasonKind[] {
  const asking = askings[path] ?? 'never'
  if (asking === 'always') return ['settings']
  return asking === 'never' ? [] : asking.kinds
}
