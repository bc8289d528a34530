import {
  Department,
  DictionaryEntry,
  Domain,
  Holiday,
  jobUpdate,
  Licence,
  ListedUser,
  Mail,
  Menu,
  PinSettings,
  Region,
  RoleWithMenus,
  SafeStrategy,
  Site,
  Software,
  Study,
  StudyLink,
  StudySite,
  Tenant,
  TenantSite,
  userExport,
} from '@atrium/contract'
import type { Database } from '../database/schema.ts'

const fieldsOf = (schema: { readonly shape: object }): string[] => Object.keys(schema.shape)

/** When a row was made and last changed. */
const stamps = ['createdAt', 'updatedAt']

/** `emailVerification` is `email_verification`, as its table is called in SQL. */
type InSql<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${InSql<Rest>}`
    : `_${Lowercase<First>}${InSql<Rest>}`
  : ''

/** Entities without a table. */
type WithoutTable = 'failed_sign_in' | 'message_archive'

/**
 * The entities of the trail by their SQL tables, with the fields that an event may hold: by default those that the
 * contract shows. Anything else, such as keys, hashes and search columns, is never written.
 */
const fields = {
  tenant: [...fieldsOf(Tenant), ...stamps],
  dictionary: [...fieldsOf(DictionaryEntry), ...stamps],
  area: [...fieldsOf(Region), ...stamps],
  site: [...fieldsOf(Site), ...stamps],
  tenant_site: [...fieldsOf(TenantSite), ...stamps],
  // The placeholder shown for the key discloses nothing. The time at which it was set does.
  software: [...fieldsOf(Software).filter((field) => field !== 'appKey'), ...stamps],
  tenant_url: [...fieldsOf(Domain), 'initialisedAt', ...stamps],
  /** `ids`: the entries of a group in their order. */
  menu: [...fieldsOf(Menu), 'code', 'ids', ...stamps],
  role: [...fieldsOf(RoleWithMenus), ...stamps],
  holiday: [...fieldsOf(Holiday), ...stamps],
  tenant_pin: [...fieldsOf(PinSettings), 'tenantId', ...stamps],
  safe_strategy: [...fieldsOf(SafeStrategy), ...stamps],
  department: [...fieldsOf(Department), ...stamps],
  /** The departments that somebody is in, of which `departmentId` has all. */
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
    'rowVersion',
    ...stamps,
  ],
  app_user: [
    ...fieldsOf(ListedUser),
    'fullNameEn',
    'passwordChangedAt',
    'passwordMustChange',
    'passwordValidUntil',
    // What an export was asked for, and how many it gave.
    ...fieldsOf(userExport.request),
    'count',
    ...stamps,
  ],
  session: [
    'id',
    'userId',
    'administrator',
    'address',
    'userAgent',
    'expiresAt',
    'lastSeenAt',
    'endedAt',
    'endedReason',
    'createdAt',
    // The identity that a sign-in has linked its user to, the number that it has verified, and sessions that were ended
    // together.
    'issuer',
    'subject',
    'phoneValid',
    'sessions',
  ],
  /** Modules that run from somebody's own machine. */
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
    'rowVersion',
    // How many invitations into the tenant were withdrawn as somebody was removed.
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
    'inviterName',
    'studyUrlIds',
    'userName',
    'newUser',
    'rowVersion',
    ...stamps,
  ],
  /** Somebody who was handed over to a product. */
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
  /** The rights of users in a product. An event of an invitation has the response for it, each of `roles` whole. */
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
    'generalRoleId',
    'roles',
    'projectId',
    'environmentId',
    'isBlind',
    'unblindingReason',
    'siteIds',
    'stockHouseIds',
    'allSites',
    'rowVersion',
    ...stamps,
  ],
  /** A file that was stored, or taken out. */
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
  /** A remote: which of its releases counts, and which a share of all browsers gets. */
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
  /** How a tenant gets the releases of a remote. */
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
  /** Headers may contain secrets, and the job log shows the next run. */
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
  /** A part of the trail, or of the messages, that is archived. */
  audit_archive: ['name', 'fromBatch', 'toBatch', 'events', 'sha256', 'archivedAt'],
  message_archive: ['name', 'messages', 'attempts', 'sha256', 'archivedAt'],
  failed_sign_in: ['name', 'nameDigest', 'address', 'code', 'failures', 'since'],
} satisfies Partial<Record<InSql<keyof Database> | WithoutTable, readonly string[]>>

/** A kind of thing that the trail speaks of. */
export type AuditEntity = keyof typeof fields

/** The kinds, for tests. */
export const auditEntities = Object.keys(fields) as AuditEntity[]

/** Fields of an entity in events. */
export const fieldsOfEntity = (entity: AuditEntity): readonly string[] => fields[entity]

/** Tables whose rows the trail speaks of, by their names in code. */
export type AuditedTable = {
  [Table in keyof Database]: InSql<Table> extends AuditEntity ? Table : never
}[keyof Database]

/** Entity of a table's rows in the trail. */
export const auditEntityOf = (table: AuditedTable): AuditEntity =>
  table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as AuditEntity

type Plain = string | number | boolean | null

const isPlain = (value: unknown): value is Plain => value === null || typeof value !== 'object'

/** A value as JSON has it. Objects, of whose insides no list speaks, are none, unless they are several of the kind. */
function jsonOf(entity: AuditEntity, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map((item) => (isPlain(item) ? item : contentOf(entity, item)))
  return isPlain(value) ? value : undefined
}

/** Values of an entity in an event. `list` has several entities if one call changes them. */
export function contentOf(entity: AuditEntity, values: object): object {
  const known = new Set(['list', ...fieldsOfEntity(entity)])
  const kept = Object.entries(values).filter(([name]) => known.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, jsonOf(entity, value)]))
}
