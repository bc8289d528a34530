import {
  AccessRequestRules,
  AccessReviewInput,
  accessExport,
  accessReviewExport,
  auditExport,
  Department,
  DictionaryEntry,
  Domain,
  DutyRule,
  Holiday,
  jobUpdate,
  Licence,
  ListedUser,
  Mail,
  Menu,
  PinSettings,
  ReasonPolicy,
  Region,
  RoleWithMenus,
  SafeStrategy,
  SignaturePolicy,
  Site,
  Software,
  Study,
  StudyLink,
  StudySite,
  Tenant,
  TenantSite,
  TrailFindingInput,
  TrailReviewInput,
  Training,
  TrainingRequirementInput,
  trailReviewExport,
  unblindingExport,
  userExport,
} from '@atrium/contract'
import type { Database } from '../database/schema.ts'

const fieldsOf = (schema: { readonly shape: object }): string[] => Object.keys(schema.shape)

/** Times at which a row was created and last changed. */
const stamps = ['createdAt', 'updatedAt']

/** Name of a table in SQL, such as `email_verification` for `emailVerification`. */
type InSql<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${InSql<Rest>}`
    : `_${Lowercase<First>}${InSql<Rest>}`
  : ''

/** Entities without a table. */
type WithoutTable =
  | 'failed_sign_in'
  | 'message_archive'
  | 'audit_export'
  | 'access'
  | 'access_export'
  | 'access_review_result'
  | 'access_review_export'
  | 'unblinding_export'
  | 'trail_review_export'
  | 'privacy_export'
  | 'inspection_look'
  | 'inspection_file'

/** Fields of a grant in a product, and of each of its `roles` beside `roleId`. */
const grant = [
  'generalRoleId',
  'roles',
  'projectId',
  'environmentId',
  'isBlind',
  'unblindingReason',
  'siteIds',
  'stockHouseIds',
  'allSites',
  'accessFrom',
  'accessUntil',
]

/**
 * Fields that events may contain, by entity. An entity is named after its SQL table. Most fields are those that the
 * contract shows. Anything else, such as keys, hashes and search columns, is never written.
 */
const fields = {
  tenant: [...fieldsOf(Tenant), ...stamps],
  dictionary: [...fieldsOf(DictionaryEntry), ...stamps],
  area: [...fieldsOf(Region), ...stamps],
  site: [...fieldsOf(Site), ...stamps],
  tenant_site: [...fieldsOf(TenantSite), ...stamps],
  // `appKey` is omitted, since it is only a placeholder. The time at which the key was set is kept.
  software: [...fieldsOf(Software).filter((field) => field !== 'appKey'), ...stamps],
  tenant_url: [...fieldsOf(Domain), 'initialisedAt', ...stamps],
  /** `ids`: the entries of a group in order. */
  menu: [...fieldsOf(Menu), 'code', 'ids', ...stamps],
  role: [...fieldsOf(RoleWithMenus), ...stamps],
  holiday: [...fieldsOf(Holiday), ...stamps],
  tenant_pin: [...fieldsOf(PinSettings), 'tenantId', ...stamps],
  /** Which changes need a reason, with the fields of each of `reasons`. */
  change_reason_policy: [...fieldsOf(ReasonPolicy), 'code', 'name', 'nameEn', 'enabled', ...stamps],
  /** Which changes must be signed, with the fields of each of `signed`. */
  signature_policy: [...fieldsOf(SignaturePolicy), 'kind', 'meaning', ...stamps],
  safe_strategy: [...fieldsOf(SafeStrategy), ...stamps],
  department: [...fieldsOf(Department), ...stamps],
  /** Departments of a user. `departmentId` lists all of them. */
  department_user: ['tenantId', 'userId', 'tenantUserId', 'departmentId'],
  tenant_software: [...fieldsOf(Licence), ...stamps],
  study: [...fieldsOf(Study), ...stamps],
  study_site: [...fieldsOf(StudySite), ...stamps],
  study_url: [...fieldsOf(StudyLink), ...stamps],
  /** Authorizations of users in a product for a study, as a whole or at a site. */
  study_user: [
    'id',
    'tenantId',
    'studyUrlId',
    'studySiteId',
    'tenantUserId',
    'invitationId',
    'accessFrom',
    'accessUntil',
    'untrainedSince',
    'rowVersion',
    ...stamps,
  ],
  app_user: [
    ...fieldsOf(ListedUser),
    'fullNameEn',
    'passwordChangedAt',
    'passwordMustChange',
    'passwordValidUntil',
    // Filters of an export, and the number of exported users.
    ...fieldsOf(userExport.request),
    'count',
    ...stamps,
  ],
  session: [
    'id',
    'userId',
    'administrator',
    'address',
    'methods',
    'userAgent',
    'expiresAt',
    'lastSeenAt',
    'endedAt',
    'endedReason',
    'createdAt',
    // The identity that a sign-in linked to its user, the phone number that it verified, and sessions that were ended
    // together.
    'issuer',
    'subject',
    'phoneValid',
    'sessions',
  ],
  /** Modules that are loaded from a developer's own machine. */
  module_override: ['name', 'origin', 'expiresAt'],
  email_verification: ['userId', 'email', 'expiresAt', 'usedAt', 'createdAt'],
  contact_change: ['userId', 'kind', 'contact', 'createdAt', 'expiresAt'],
  tenant_user: [
    'id',
    'tenantId',
    'userId',
    'userName',
    'roleId',
    'typeId',
    'positionId',
    'enabled',
    'joinDate',
    'accessFrom',
    'accessUntil',
    'roleFrom',
    'roleUntil',
    'rowVersion',
    // Number of invitations to the tenant that were withdrawn when the user was removed.
    'invitations',
    ...stamps,
  ],
  invitation: [
    'id',
    'tenantId',
    'email',
    'language',
    'roleId',
    'typeId',
    'positionId',
    'status',
    'expiresAt',
    'invitedBy',
    'acceptedBy',
    'acceptedAt',
    'madeMember',
    'accessFrom',
    'accessUntil',
    'inviterName',
    'studyUrlIds',
    'userName',
    'newUser',
    'rowVersion',
    ...stamps,
  ],
  /** A user's hand-over to a product. */
  hand_over: [
    'id',
    'tenantId',
    'softwareId',
    'tenantUrlId',
    'address',
    'mobileAddress',
    'studyUrlId',
    'userId',
    'expiresAt',
    'usedAt',
    'createdAt',
  ],
  /** A user's sign-in to a product through the OpenID provider. */
  product_sign_in: [
    'id',
    'tenantId',
    'softwareId',
    'tenantUrlId',
    'userId',
    'state',
    'attempts',
    'endedAt',
    'endedReason',
    'createdAt',
  ],
  /**
   * Rights of users in a product. An event of an invitation contains the whole grant, including all listed fields of
   * each of `roles`.
   */
  product_authorization: [
    'id',
    'tenantId',
    'studyUrlId',
    'tenantUserId',
    'invitationId',
    'fromInvitationId',
    'grantedBy',
    'state',
    'reason',
    'addresses',
    'roleId',
    'typeId',
    ...grant,
    'rowVersion',
    ...stamps,
  ],
  /** Notifications of a product about the rights of users. */
  product_access: ['tenantId', 'tenantUrlId', 'userId', 'state', 'attempts'],
  /** A request for unblinded access, and the decision on it with what it grants. */
  unblinding: [
    'id',
    'tenantId',
    'studyUrlId',
    'studyId',
    'tenantUserId',
    'userId',
    'invitationId',
    'state',
    'requestedBy',
    'decidedBy',
    'decidedAt',
    'decisionReason',
    'roleId',
    ...grant,
    'grantedBy',
    'rowVersion',
    ...stamps,
  ],
  /** A request for access, with what was asked for, and the decision on it with what it grants. */
  access_request: [
    'id',
    'tenantId',
    'studyUrlId',
    'studyId',
    'softwareId',
    'userId',
    'tenantUserId',
    'state',
    'reason',
    'expiresAt',
    'decidedBy',
    'decidedAt',
    'decisionReason',
    'roleId',
    ...grant,
    'grantedBy',
    'rowVersion',
    ...stamps,
  ],
  access_request_rule: [...fieldsOf(AccessRequestRules), 'tenantId', ...stamps],
  training: [...fieldsOf(Training).filter((field) => field !== 'requirements'), ...stamps],
  /** A training that a role in a study and product needs. */
  training_requirement: [...fieldsOf(TrainingRequirementInput), ...stamps],
  /** Evidence that a person completed a training. */
  training_evidence: [
    ...[
      'id',
      'tenantId',
      'userId',
      'trainingId',
      'doneOn',
      'expiresOn',
      'validUntil',
      'certificateNo',
      'fileId',
    ],
    ...[
      'fileName',
      'softwareId',
      'recordedBy',
      'revokedAt',
      'revokedBy',
      'revokeReason',
      'rowVersion',
      ...stamps,
    ],
  ],
  /** A decision that a person may work although trainings are missing. */
  training_override: [
    ...[
      'id',
      'tenantId',
      'studyUrlId',
      'tenantUserId',
      'userId',
      'reason',
      'lastDay',
      'validUntil',
      'decidedBy',
    ],
    ...['endedAt', 'endedBy', 'endReason', 'rowVersion', ...stamps],
  ],
  /** A request to pseudonymise a person, without names: the person's own would stay in the sealed event. */
  privacy_request: [
    ...[
      'id',
      'userId',
      'ground',
      'reason',
      'state',
      'requestedBy',
      'decidedBy',
      'decidedAt',
      'decisionReason',
    ],
    ...['pseudonym', 'rowVersion', ...stamps],
  ],
  legal_hold: [
    ...['id', 'scope', 'heldTenant', 'heldStudy', 'heldPerson', 'name', 'reason', 'placedBy', 'releasedAt'],
    ...['releasedBy', 'releaseReason', 'rowVersion', ...stamps],
  ],
  /** A copy of what is stored about a person, and the number of its rows. */
  privacy_export: ['userId', 'count'],
  /** A pair of roles that one person may not hold in one study. */
  role_conflict: [...fieldsOf(DutyRule), ...stamps],
  /** A file that was stored or removed. */
  file: [
    'id',
    'tenantId',
    'fileName',
    'size',
    'sha256',
    'contentType',
    'softwareId',
    'rowVersion',
    ...stamps,
  ],
  /** A remote, with its active release and the release that only a share of all browsers receives. */
  remote_module: [
    'id',
    'active',
    'previous',
    'suiteVersion',
    'shareVersion',
    'sharePercentage',
    'rolledBackFrom',
    'rolledBackAt',
    'rowVersion',
    ...stamps,
  ],
  remote_release: [
    'id',
    'name',
    'version',
    'routes',
    'address',
    'integrity',
    'size',
    'signedBy',
    'createdAt',
  ],
  /** How a tenant receives the releases of a remote. */
  tenant_release: [
    'id',
    'tenantId',
    'name',
    'mode',
    'version',
    'acceptedAt',
    'acceptedBy',
    'rowVersion',
    ...stamps,
  ],
  /** Omits headers, which may contain secrets, and the next run, which the job log shows. */
  job: ['id', ...fieldsOf(jobUpdate.request).filter((field) => field !== 'header'), ...stamps],
  message: [
    ...fieldsOf(Mail),
    'tenantId',
    'kind',
    'template',
    'softwareId',
    'recipient',
    'language',
    'reference',
    'deliveredAt',
    'expiresAt',
    'wipedAt',
    'resentAt',
    'createdAt',
  ],
  /** A copy of the trail: filters, format and number of events. */
  audit_export: [...fieldsOf(auditExport.request), 'count'],
  /** A copy of the access report: filters, format and number of rows. */
  access_export: [...fieldsOf(accessExport.request), 'count'],
  /** An access review, and the next one of its series. */
  access_review: [
    ...['id', ...fieldsOf(AccessReviewInput), 'lastDay', 'state', 'language', 'ownerId', 'previousId'],
    ...['openedAt', 'endedAt', 'closedAt', 'closedBy', 'closerName', 'conclusion', 'resultSha256', ...stamps],
  ],
  /** Access under review, with the decision on it. */
  access_review_item: [
    ...['id', 'tenantId', 'reviewId', 'rowId', 'kind', 'userId', 'fullName', 'userName', 'studyId', 'siteId'],
    ...['softwareId', 'unusual', 'lastSignIn', 'reviewerId', 'answer', 'answerUntil', 'answerUnlimited'],
    ...['answerRoleId', 'answerRole', 'answerReason', 'answeredBy', 'answererName', 'answeredAt', 'applied'],
    ...['rowVersion', ...stamps],
  ],
  /** The result of a review, closed by its reviewer: its numbers, and the hash of all decisions. */
  access_review_result: [
    ...['id', 'tenantId', 'name', 'state', 'closedAt', 'closedBy', 'closerName', 'conclusion', 'meaning'],
    ...['itemCount', 'confirmed', 'changed', 'revoked', 'failed', 'resultSha256', 'rowVersion'],
  ],
  /** A copy of a review with its decisions: format and number of rows. */
  access_review_export: [...fieldsOf(accessReviewExport.request), 'count'],
  /** A copy of the register of unblinded access: filters, format and number of entries. */
  unblinding_export: [...fieldsOf(unblindingExport.request), 'count'],
  /** A review of the trail. The record is not contained, only its hash. */
  trail_review: [
    ...[...fieldsOf(TrailReviewInput), 'state', 'previousId', 'fromAt', 'untilAt', 'fromBatch', 'toBatch'],
    ...[
      'firstSequence',
      'lastSequence',
      'sealNumber',
      'sealSha256',
      'sealState',
      'concludedAt',
      'concludedBy',
    ],
    ...['concluderName', 'isPartial', 'conclusion', 'recordSha256', ...stamps],
  ],
  trail_review_look: [
    ...['id', 'tenantId', 'reviewId', 'area', 'userId', 'userName', 'fullName', 'events', 'own'],
    ...['firstSequence', 'lastSequence', 'isPartial', 'rowVersion', ...stamps],
  ],
  trail_review_finding: [
    ...['tenantId', ...fieldsOf(TrailFindingInput), 'foundBy', 'finderName', 'isPartial'],
    ...['closedAt', 'closedBy', 'closerName', ...stamps],
  ],
  /** A copy of a review, and the number of its looks and findings. */
  trail_review_export: [...fieldsOf(trailReviewExport.request), 'count'],
  inspection: [
    ...['id', 'tenantId', 'studyIds', 'authority', 'inspectorName', 'email', 'userId', 'userName', 'purpose'],
    ...['accessFrom', 'accessUntil', 'openedBy', 'openerName', 'unblinding', 'unblindingReason', 'decidedBy'],
    ...['deciderName', 'decidedAt', 'decisionReason', 'closedAt', 'closedBy', 'closerName', 'rowVersion'],
    ...stamps,
  ],
  /** What an inspector was shown: the call, the study and other filters, and the number of rows. */
  inspection_look: ['read', 'study', 'filters', 'count'],
  /** A file for an inspector, and the number of its events. */
  inspection_file: ['inspectionId', 'authority', 'startTime', 'endTime', 'isUnblinded', 'count'],
  /** Images of access that no other event has: of changes in the background, and of the access that there was at an upgrade. */
  access: [],
  /** An archived part of the audit trail or of the message log. */
  audit_archive: ['name', 'fromBatch', 'toBatch', 'events', 'sha256', 'archivedAt'],
  message_archive: ['name', 'messages', 'attempts', 'sha256', 'archivedAt'],
  failed_sign_in: ['name', 'nameDigest', 'address', 'code', 'failures', 'since'],
} satisfies Partial<Record<InSql<keyof Database> | WithoutTable, readonly string[]>>

/** Kind of entity in the trail. */
export type AuditEntity = keyof typeof fields

/** All kinds of entities, for tests. */
export const auditEntities = Object.keys(fields) as AuditEntity[]

/** Returns the fields of an entity that events may contain. */
export const fieldsOfEntity = (entity: AuditEntity): readonly string[] => fields[entity]

/** Tables whose rows are entities of the trail, by their names in code. */
export type AuditedTable = {
  [Table in keyof Database]: InSql<Table> extends AuditEntity ? Table : never
}[keyof Database]

/** Returns the trail's entity for the rows of a table. */
export const auditEntityOf = (table: AuditedTable): AuditEntity =>
  table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as AuditEntity

type Plain = string | number | boolean | null

const isPlain = (value: unknown): value is Plain => value === null || typeof value !== 'object'

/**
 * Converts a value to JSON. Drops an object, since no list covers its fields. An array may contain objects of the
 * same entity.
 */
function jsonOf(entity: AuditEntity, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map((item) => (isPlain(item) ? item : contentOf(entity, item)))
  return isPlain(value) ? value : undefined
}

/** Returns the listed fields of an entity for an event. `list` has several entities if one call changes them. */
export function contentOf(entity: AuditEntity, values: object): object {
  const known = new Set(['list', ...fieldsOfEntity(entity)])
  const kept = Object.entries(values).filter(([name]) => known.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, jsonOf(entity, value)]))
}
