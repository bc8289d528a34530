import { type Area, fieldKeys, keyAtRunTime, type Language, type TextKey } from '@atrium/contract'
import type { AuditEntity } from '../../../platform/audit/index.ts'
import { translator } from '../../../platform/texts/translator.ts'
import en from './texts/en.json' with { type: 'json' }
import zh from './texts/zh.json' with { type: 'json' }

/** Texts that only the audit trail shows. */
export const ownTexts: Readonly<Record<Language, typeof zh>> = { zh, en }

/** Areas of the contract whose forms show an entity's fields. */
const areas: Partial<Record<AuditEntity, readonly Area[]>> = {
  tenant: ['tenant'],
  dictionary: ['dictionary'],
  area: ['region'],
  site: ['site'],
  tenant_site: ['tenantSite'],
  software: ['software'],
  tenant_url: ['domain'],
  menu: ['menu'],
  role: ['role'],
  holiday: ['holiday'],
  tenant_pin: ['pin'],
  safe_strategy: ['strategy'],
  change_reason_policy: ['changeReason'],
  signature_policy: ['signature'],
  department: ['department'],
  department_user: ['department'],
  tenant_software: ['licence'],
  study: ['study'],
  study_site: ['studySite'],
  study_url: ['studySoftware'],
  study_user: ['studyUser'],
  app_user: ['user'],
  session: ['user'],
  module_override: ['override'],
  contact_change: ['contact'],
  tenant_user: ['tenantUser'],
  invitation: ['invitation'],
  hand_over: ['portal'],
  product_sign_in: ['portal'],
  product_authorization: ['studyInvitation'],
  unblinding: ['unblinding', 'studyInvitation'],
  access_request: ['accessRequest', 'studyInvitation'],
  access_request_rule: ['accessRequest'],
  training: ['training'],
  training_requirement: ['training'],
  training_evidence: ['training'],
  training_override: ['training'],
  privacy_request: ['privacy'],
  legal_hold: ['privacy'],
  privacy_export: ['privacy'],
  role_conflict: ['duty'],
  file: ['file'],
  remote_module: ['release'],
  remote_release: ['release'],
  tenant_release: ['release'],
  job: ['job'],
  message: ['message'],
  audit_export: ['auditTrail'],
  access_export: ['accessReport'],
  access_review: ['accessReview'],
  access_review_item: ['accessReview', 'accessReport'],
  access_review_result: ['accessReview'],
  access_review_export: ['accessReview'],
  unblinding_export: ['unblinding'],
  trail_review: ['trailReview'],
  trail_review_look: ['trailReview'],
  trail_review_finding: ['trailReview'],
  trail_review_export: ['trailReview'],
  inspection: ['inspection'],
  inspection_look: ['inspection'],
  inspection_file: ['inspection'],
}

/** Texts of the contract for fields that have another name in their forms. */
const contractFields: Readonly<Record<string, TextKey>> = {
  'failed_sign_in.address': 'auditTrail.address',
  'invitation.roleId': 'studyInvitation.tenantRoleId',
  'product_authorization.roleId': 'studyInvitation.tenantRoleId',
  'session.address': 'auditTrail.address',
  'tenant_user.roleId': 'studyInvitation.tenantRoleId',
}

/** Fields in which 0 means yes. */
const switches: ReadonlySet<string> = new Set(['isStudyAuthorization', 'projdbShow', 'superAdmin'])

/** Texts of the contract for the values of fields: the keys of single values, or the key above those of all values. */
const contractValues: Readonly<Record<string, string | Readonly<Record<string, TextKey>>>> = {
  emailValid: 'user.value.emailValid',
  phoneValid: 'user.value.phoneValid',
  sex: 'user.value.sex',
  userType: 'user.value.userType',
  language: 'user.value.language',
  'app_user.status': 'user.value.status',
  'audit_export.format': 'auditTrail.formats',
  'access_export.format': 'auditTrail.formats',
  'access_export.state': 'accessReport.states',
  'access_review.everyMonths': 'accessReview.months',
  'access_review.state': 'accessReview.states',
  'access_review.unanswered': 'accessReview.unansweredActs',
  'access_review_export.format': 'auditTrail.formats',
  'unblinding_export.format': 'auditTrail.formats',
  'unblinding_export.state': 'unblinding.states',
  'access_review_item.answer': 'accessReview.answers',
  'access_review_item.applied': 'accessReview.applications',
  'access_review_item.kind': 'accessReport.kinds',
  'access_review_item.unusual': 'accessReview.signs',
  'access_review_result.state': 'accessReview.states',
  'audit_export.area': 'auditTrail.areas',
  'access_request.state': 'accessRequest.states',
  'access_request_rule.scope': 'accessRequest.scopes',
  'legal_hold.scope': 'privacy.scopes',
  'privacy_request.ground': 'privacy.grounds',
  'privacy_request.state': 'privacy.states',
  authorizationStyle: {
    1: 'software.style.rtsm',
    2: 'software.style.edc',
    3: 'software.style.ctms',
    4: 'software.style.etmf',
  },
  'change_reason_policy.kinds': 'changeReason.kind',
  enabled: 'tenantUser.value.enabled',
  'failed_sign_in.code': 'code',
  'invitation.status': 'invitation.states',
  jobType: { 1: 'job.kind.handler', 2: 'job.kind.http' },
  'job.status': { 0: 'job.state.running', 1: 'job.state.paused' },
  'message.state': 'message.state',
  mode: 'release.modes',
  'module_override.name': 'remote',
  'product_authorization.state': {
    waiting: 'outcome.waiting',
    accepted: 'outcome.accepted',
    refused: 'outcome.refused',
    requested: 'unblinding.states.requested',
  },
  'remote_release.name': 'remote',
  signInStyle: { 1: 'software.signIn.handOver', 2: 'software.signIn.openId' },
  'signature_policy.kind': 'changeReason.kind',
  'signature_policy.meaning': 'signature.meanings',
  'tenant_release.name': 'remote',
  'training.kind': 'training.kinds',
  'trail_review.areas': 'auditTrail.areas',
  'trail_review.everyMonths': 'trailReview.months',
  'trail_review.sealState': 'auditTrail.seals',
  'trail_review.state': 'trailReview.states',
  'trail_review_finding.area': 'auditTrail.areas',
  'trail_review_finding.severity': 'trailReview.severities',
  'trail_review_look.area': 'auditTrail.areas',
  'inspection.unblinding': 'inspection.unblindings',
  'inspection_look.read': 'inspection.looks',
  'unblinding.state': 'unblinding.states',
}

type Tree = Readonly<Record<string, string | undefined>>

const ownOf = <Text>(texts: Readonly<Record<string, Text>>, key: string): Text | undefined =>
  Object.hasOwn(texts, key) ? texts[key] : undefined

/** Words of the audit trail in one language. */
export interface Words {
  /** A kind of thing; the entity itself if it has no text. */
  readonly kind: (entity: string) => string
  /** An act by the path of its call, or by the name of its command or service; the path itself without a text. */
  readonly act: (call: string) => string
  /** The name of a field; the field itself if it has no text. */
  readonly field: (entity: string, field: string) => string
  /** A value that is a code; undefined for any other value. */
  readonly value: (entity: string, field: string, value: unknown) => string | undefined
  /** The name of a module of the suite. */
  readonly module: (name: string) => string
  readonly platform: string
  readonly part: (name: string, value: string) => string
  readonly more: (names: string, count: number) => string
  /** Separates named parts of a value. */
  readonly partSeparator: string
  /** Joins the parts of a list. */
  readonly list: (parts: readonly string[]) => string
}

function wordsIn(language: Language): Words {
  const t = translator(language)
  const own = ownTexts[language]
  const entityFields: Readonly<Record<string, Tree>> = own.entityFields
  const values: Readonly<Record<string, Tree>> = own.values
  /** Returns the contract's text of the first key that has one. */
  const contractText = (keys: readonly string[]): string | undefined => {
    const last = keys.at(-1)
    const text = t(keys.map(keyAtRunTime))
    return text === last ? undefined : text
  }
  const field = (entity: string, name: string): string => {
    const fixed = ownOf(entityFields, entity)?.[name]
    if (fixed !== undefined) return fixed
    const key = ownOf(contractFields, `${entity}.${name}`)
    if (key !== undefined) return t(key)
    const keys = (ownOf<readonly Area[] | undefined>(areas, entity) ?? []).map((area) => `${area}.${name}`)
    return contractText([...keys, ...fieldKeys(name)]) ?? ownOf<string>(own.fields, name) ?? name
  }
  const value = (entity: string, name: string, stored: unknown): string | undefined => {
    const code = String(stored)
    for (const key of [`${entity}.${name}`, name]) {
      const text = ownOf(values, key)?.[code]
      if (text !== undefined) return text
      const texts = ownOf(contractValues, key)
      const found = typeof texts === 'string' ? `${texts}.${code}` : texts && ownOf(texts, code)
      const contracted = found === undefined || code === '' ? undefined : contractText([found])
      if (contracted !== undefined) return contracted
    }
    if (switches.has(name) && (stored === 0 || stored === 1)) return stored === 0 ? own.yes : own.no
    return typeof stored === 'boolean' ? (stored ? own.yes : own.no) : undefined
  }
  return {
    kind: (entity) => ownOf<string>(own.kinds, entity) ?? entity,
    act: (call) => ownOf<string>(own.acts, call) ?? call,
    field,
    value,
    module: (name) => contractText([`remote.${name}`]) ?? name,
    platform: own.platform,
    partSeparator: own.partSeparator,
    part: (name, text) => own.part.replace('{{name}}', () => name).replace('{{value}}', () => text),
    more: (names, count) => own.more.replace('{{names}}', () => names).replace('{{count}}', String(count)),
    list: (parts) => parts.join(own.separator),
  }
}

/** Words of the audit trail in each language. */
export const words: Readonly<Record<Language, Words>> = { zh: wordsIn('zh'), en: wordsIn('en') }
