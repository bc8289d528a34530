import { authorizationStyles, maxPersonalRows, type PersonalKind, personalKinds } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../platform/caller/caller.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { isEventShownTo, isOpenTo, isUnblindedEverywhere } from '../studies/blinding/index.ts'
import { siteName } from '../studies/study-sites/index.ts'

/** Whose data is read, and by whom. */
export interface Asking {
  readonly userId: string
  readonly caller: Pick<Caller, 'userId'>
}

/** A row about a person: its time, what it concerns, and its other fields. */
export interface PersonalRow {
  readonly time: string
  readonly tenantName: string
  readonly fields: Readonly<Record<string, unknown>>
}

/**
 * SQL condition: rights in a study’s product may be shown to the caller. People always see their own; whoever is blinded
 * in a study does not see those of others for its RTSM.
 */
const isRightShown = ({ userId, caller }: Asking, study: string, software: string): RawBuilder<SqlBool> =>
  userId === caller.userId
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${isOpenTo(caller, study)} or exists (select from software product
        where product.id = ${sql.ref(software)}
          and product.authorization_style is distinct from ${authorizationStyles.rtsm}))`

const tenantOf = (column: string) =>
  sql`(select tenant_name from tenant where tenant.id = ${sql.ref(column)})`

const textOf = (parts: Readonly<Record<string, RawBuilder<unknown>>>) =>
  sql`jsonb_build_object(${sql.join(Object.entries(parts).flatMap(([name, value]) => [sql.lit(name), value]))})`

const plain = (table: string, ...columns: readonly string[]) =>
  Object.fromEntries(
    columns.map((column) => [
      column,
      sql.ref(`${table}.${column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`),
    ]),
  )

const link = sql`join study_url on study_url.tenant_id = a.tenant_id and study_url.id = a.study_url_id
  join study on study.tenant_id = study_url.tenant_id and study.id = study_url.study_id
  join software on software.id = study_url.software_id`

/** Entities whose events have the id of a person. */
const ofPeople = ['app_user', 'session', 'contact_change', 'email_verification', 'failed_sign_in'] as const

/** SQL for the rows of each kind: time, name of the tenant, and fields as a JSON object. */
const queries: Readonly<Record<PersonalKind, (asking: Asking) => RawBuilder<unknown>>> = {
  account: ({ userId }) => sql`
    select app_user.created_at as happened, null as tenant_name, ${textOf({
      ...plain('app_user', 'userName', 'fullName', 'fullNameEn', 'email', 'phone', 'birthday', 'sex'),
      ...plain('app_user', 'language', 'remark', 'status', 'ucId', 'org'),
      roleName: sql`(select name from role where role.id = app_user.role_id)`,
    })} as fields from app_user where app_user.id = ${userId}`,
  membership: ({ userId }) => sql`
    select m.created_at as happened, ${tenantOf('m.tenant_id')} as tenant_name, ${textOf({
      ...plain('m', 'enabled', 'accessFrom', 'accessUntil'),
      roleName: sql`(select name from role where role.id = m.role_id)`,
    })} as fields from tenant_user m where m.user_id = ${userId}`,
  authorization: (asking) => sql`
    select a.created_at as happened, ${tenantOf('a.tenant_id')} as tenant_name, ${textOf({
      ...plain('study', 'studyName', 'studyCode'),
      ...plain('software', 'softwareName'),
      siteName: sql`(select ${siteName} from study_site
        join tenant_site on tenant_site.tenant_id = study_site.tenant_id and tenant_site.id = study_site.tenant_site_id
        where study_site.tenant_id = a.tenant_id and study_site.id = a.study_site_id)`,
      roles: sql`(select jsonb_agg(role.value ->> 'roleName') from product_authorization p
        cross join lateral jsonb_array_elements(p.grants -> 'roles') as role (value)
        where p.tenant_id = a.tenant_id and p.study_url_id = a.study_url_id and p.tenant_user_id = a.tenant_user_id)`,
      ...plain('a', 'accessFrom', 'accessUntil'),
    })} as fields from study_user a
      join tenant_user m on m.tenant_id = a.tenant_id and m.id = a.tenant_user_id ${link}
    where m.user_id = ${asking.userId} and ${isRightShown(asking, 'study.id', 'software.id')}`,
  invitation: ({ userId }) => sql`
    select i.created_at as happened, ${tenantOf('i.tenant_id')} as tenant_name,
      ${textOf(plain('i', 'email', 'status', 'inviterName', 'acceptedAt'))} as fields
    from invitation i where i.accepted_by = ${userId}
      or i.email_key in (select email_key from app_user where app_user.id = ${userId})`,
  accessRequest: (asking) => sql`
    select a.created_at as happened, ${tenantOf('a.tenant_id')} as tenant_name,
      ${textOf(plain('a', 'studyName', 'studyCode', 'wanted', 'reason', 'state', 'decisionReason'))} as fields
    from access_request a
    where a.user_id = ${asking.userId} and ${isRightShown(asking, 'a.studyId', 'a.softwareId')}`,
  training: (asking) => sql`
    select e.created_at as happened, ${tenantOf('e.tenant_id')} as tenant_name, ${textOf({
      ...{ trainingName: sql`training.name` },
      ...plain('e', 'doneOn', 'expiresOn', 'certificateNo', 'fileName', 'revokedAt', 'revokeReason'),
    })} as fields from training_evidence e
      join training on training.tenant_id = e.tenant_id and training.id = e.training_id
    where e.user_id = ${asking.userId}
    union all
    select a.created_at, ${tenantOf('a.tenant_id')},
      ${textOf({ ...plain('study', 'studyName', 'studyCode'), ...plain('a', 'lastDay', 'reason', 'endReason') })}
    from training_override a ${link}
    where a.user_id = ${asking.userId} and ${isRightShown(asking, 'study.id', 'software.id')}`,
  unblinding: (asking) => sql`
    select a.created_at as happened, ${tenantOf('a.tenant_id')} as tenant_name,
      ${textOf(plain('a', 'studyName', 'studyCode', 'state', 'beganAt', 'endedAt'))} as fields
    from unblinding a
    where a.user_id = ${asking.userId} and ${isRightShown(asking, 'a.studyId', 'a.softwareId')}`,
  inspection: ({ userId }) => sql`
    select i.created_at as happened, ${tenantOf('i.tenant_id')} as tenant_name,
      ${textOf(plain('i', 'authority', 'inspectorName', 'email', 'purpose', 'accessFrom', 'accessUntil'))} as fields
    from inspection i where i.user_id = ${userId}`,
  review: (asking) => sql`
    select a.created_at as happened, ${tenantOf('a.tenant_id')} as tenant_name,
      ${textOf(plain('a', 'fullName', 'userName', 'answer', 'answerReason', 'answeredAt'))} as fields
    from access_review_item a
    where a.user_id = ${asking.userId} and (not a.is_rtsm or ${isRightShown(asking, 'a.studyId', 'a.softwareId')})`,
  signature: ({ userId, caller }) => sql`
    select s.at as happened, ${tenantOf('s.tenant_id')} as tenant_name,
      ${textOf(plain('s', 'printedName', 'userName', 'meaning', 'entity', 'entityId', 'hash'))} as fields
    from signature s where s.user_id = ${userId}
      and (s.user_id = ${caller.userId} or ${isUnblindedEverywhere(caller)})`,
  session: ({ userId }) => sql`
    select s.created_at as happened, null as tenant_name,
      ${textOf(plain('s', 'address', 'userAgent', 'lastSeenAt', 'endedAt', 'endedReason'))} as fields
    from session s where s.user_id = ${userId}`,
  message: ({ userId }) => sql`
    select message.created_at as happened, ${tenantOf('message.tenant_id')} as tenant_name,
      ${textOf(plain('message', 'kind', 'recipient', 'subject', 'state', 'deliveredAt'))} as fields
    from message, app_user where app_user.id = ${userId}
      and (lower(message.recipient) = app_user.email_key or app_user.phone <> '' and message.recipient = app_user.phone)`,
  event: ({ userId, caller }) => {
    const isAbout = sql`(audit_event.entity = any (${[...ofPeople]}::text[]) and audit_event.entity_id = ${userId}
      or audit_event.subjects @> ${[userId]}::text[])`
    // What the person did to others is their data, not the person's.
    const ifAbout = (column: string) => sql`case when ${isAbout} then ${sql.ref(`audit_event.${column}`)} end`
    return sql`
      select audit_event.at as happened, ${tenantOf('audit_event.tenant_id')} as tenant_name, ${textOf({
        ...plain('audit_event', 'call', 'entity', 'entityId'),
        ...{ before: ifAbout('before'), after: ifAbout('after') },
        ...plain('audit_event', 'reason', 'address', 'userAgent'),
      })} as fields from audit_event
      where (audit_event.actor_id = ${userId} or ${isAbout}) and ${isEventShownTo(caller)}`
  },
}

/** Reads the newest rows of a kind. */
export async function readKind(trx: Trx, kind: PersonalKind, asking: Asking): Promise<PersonalRow[]> {
  const { rows } = await sql<{ happened: Date | null; tenantName: string | null; fields: object }>`
    select happened, tenant_name, fields from (${queries[kind](asking)}) as about
    order by happened desc limit ${maxPersonalRows}`.execute(trx)
  return rows.map(({ happened, tenantName, fields }) => ({
    ...{ time: happened?.toISOString() ?? '', tenantName: tenantName ?? '' },
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== '')),
  }))
}

/** Counts the rows of each kind, up to the maximum of an export. */
export async function countKinds(trx: Trx, asking: Asking): Promise<{ kind: PersonalKind; count: number }[]> {
  const counts: { kind: PersonalKind; count: number }[] = []
  for (const kind of personalKinds) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (select from (${queries[kind](asking)}) as about
        limit ${maxPersonalRows}) as counted`.execute(trx)
    counts.push({ kind, count: rows[0]?.count ?? 0 })
  }
  return counts
}
