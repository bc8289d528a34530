import { authorizationStyles } from '@atrium/contract'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../../platform/caller/caller.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { asSystem, inTransaction, type Trx } from '../../../platform/database/transaction.ts'
import { verified } from '../../identity/identifiers/index.ts'

/**
 * SQL for the ids of the studies in which a user has a blinded role, or a pending one, or is a blinded inspector. Nothing may show such a user who
 * is unblinded there (ICH E6(R3) 4.1.2).
 */
const blindedStudiesOf = (userId: string): RawBuilder<string[]> => sql<string[]>`array(
  select study_url.study_id
  from product_authorization held
  join study_url on study_url.tenant_id = held.tenant_id and study_url.id = held.study_url_id
  join software on software.id = study_url.software_id
  where software.authorization_style = ${authorizationStyles.rtsm}
    and (held.tenant_id, held.id) in (
      select a.tenant_id, a.id from tenant_user mine
      join product_authorization a on a.tenant_id = mine.tenant_id and a.tenant_user_id = mine.id
      where mine.user_id = ${userId}
      union all
      select a.tenant_id, a.id from app_user me
      join invitation on invitation.email_key = me.email_key and invitation.status = 'pending'
        and invitation.expires_at > now()
      join product_authorization a on a.tenant_id = invitation.tenant_id and a.invitation_id = invitation.id
      where me.id = ${userId} and me.email_valid = ${verified})
    and exists (
      select from jsonb_array_elements(
        case when held.state = 'refused' then '[]' else held.grants -> 'roles' end
          || coalesce(held.accepted_grants -> 'roles', '[]')
      ) as role where (role ->> 'isBlind')::int <> 0)
  union all
  select unnest(study_ids) from inspection
  where inspection.user_id = ${userId} and closed_at is null and inspection.unblinding <> 'approved')`

/**
 * Returns the condition that the user is not blinded in a study.
 * @param studyId the column with the study's id
 */
export const isOpenTo = ({ userId }: Pick<Caller, 'userId'>, studyId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(studyId)} <> all (${blindedStudiesOf(userId)}))`

/**
 * Returns the condition that a grant may be shown to a user. Grants in RTSM are hidden if the user is blinded in the study.
 * @param studyUrlId the column with the id of the study's link
 */
export const isShownTo = ({ userId }: Pick<Caller, 'userId'>, studyUrlId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(studyUrlId)} <> all (array(
    select link.id from study_url link join software product on product.id = link.software_id
    where product.authorization_style = ${authorizationStyles.rtsm}
      and link.study_id = any (${blindedStudiesOf(userId)}))))`

/** Kinds of events in the audit trail that show rights in products. */
const unblindingKinds = [
  ...['product_authorization', 'product_access', 'unblinding', 'study_user', 'access', 'access_review_item'],
  'access_request',
  'training_override',
]

/**
 * SQL that is true for events of the audit trail that depend on rights in several studies: copies of the trail and of
 * access reports and reviews of the trail, which count them, and invitations with the studies for which they had rights.
 */
const dependsOnRights = sql<boolean>`(audit_event.entity in ('audit_export', 'access_export', 'access_review_export',
    'unblinding_export', 'trail_review', 'trail_review_look', 'trail_review_finding', 'trail_review_export', 'inspection_look', 'inspection_file')
  or audit_event.entity = 'invitation' and coalesce(audit_event.after ? 'studyUrlIds', false))`

/** SQL condition: an event has images of rights in products, whatever else it is about. */
const hasImages = sql<SqlBool>`(audit_event.access is not null and exists (
  select from unnest(access_keys(audit_event.access)) key where key like 'grant:%' or key like 'authorization:%'))`

/** SQL condition: an event may be shown to people who are blinded in its study. */
export const isShownToBlinded = sql<SqlBool>`(
  audit_event.entity <> all (${unblindingKinds}::text[]) and not ${dependsOnRights} and not ${hasImages})`

/**
 * Returns the condition that an event of the audit trail may be shown to a user. Events about rights in products are
 * hidden if they concern a study in which the user is blinded, or possibly such a study.
 */
export const isEventShownTo = ({
  userId,
}: Pick<Caller, 'userId'>): RawBuilder<SqlBool> => sql<SqlBool>`(${isShownToBlinded}
  or case when audit_event.study_id is null or ${dependsOnRights}
    then cardinality(${blindedStudiesOf(userId)}) = 0
    else audit_event.study_id <> all (${blindedStudiesOf(userId)}) end)`

/** Returns the condition that a user is not blinded in any study that the role of the transaction reads. */
export const isUnblindedEverywhere = ({ userId }: Pick<Caller, 'userId'>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(cardinality(${blindedStudiesOf(userId)}) = 0)`

/**
 * Returns whether a user is blinded in any study, also in tenants that the current call does not reach. Numbers and
 * hashes over the whole audit trail depend on events that such a user may not see.
 */
export const isBlindedAnywhere = (
  db: Kysely<Database>,
  { userId }: Pick<Caller, 'userId'>,
): Promise<boolean> =>
  inTransaction(
    db,
    asSystem,
    async (trx) => {
      const { rows } = await sql<{ blinded: boolean }>`
        select cardinality(${blindedStudiesOf(userId)}) > 0 as blinded`.execute(trx)
      return rows[0]?.blinded ?? true
    },
    { readOnly: true },
  )

/** Returns the ids of the studies in which a user is blinded. */
export async function readBlindedStudies(trx: Trx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ studies: string[] }>`
    select ${blindedStudiesOf(userId)} as studies`.execute(trx)
  return rows[0]?.studies ?? []
}

/** A study in a product. */
interface InProduct {
  readonly studyId: string
  readonly authorizationStyle: number | null
}

/** Returns whether grants of users in a product must be kept from the caller, who is blinded in the study. */
export async function hidesGrants(
  trx: Trx,
  { userId }: Pick<Caller, 'userId'>,
  { studyId, authorizationStyle }: InProduct,
): Promise<boolean> {
  if (authorizationStyle !== authorizationStyles.rtsm) return false
  const { rows } = await sql<{ hides: boolean }>`
    select ${studyId} = any (${blindedStudiesOf(userId)}) as hides`.execute(trx)
  return rows[0]?.hides ?? true
}
