import {
  codes,
  globalTenantId,
  type Invitation,
  type InvitationState,
  invitationList,
  type Language,
  maxInvitationStudies,
  type RequestOf,
} from '@atrium/contract'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { checkReadable, inOrder, keysOfPage, nameIn, orderOf } from '../../../platform/crud/index.ts'
import { invitationSearchText } from '../../../platform/database/search.ts'
import type { InvitationTable } from '../../../platform/database/tables/invitations.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handle } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import { daysIn } from '../../access/index.ts'
import { searchedContact } from '../../identity/identifiers/index.ts'
import { isShownTo } from '../../studies/blinding/index.ts'
import { inviterFault, mayDecideAs, mayInviteAs } from './inviter.ts'
import { isRejected } from './rejected.ts'
import { awaitedStudyUrls } from './withdraw.ts'

type Listing = Work<typeof invitationList>

const order = orderOf('invitation', invitationList, {}, [])

const isOver = sql<SqlBool>`invitation.expires_at <= now()`

type Viewer = Listing['caller']

/**
 * SQL for the product authorizations of an accepted `invitation` that the viewer may see. A further condition may follow.
 */
const brought = (viewer: Viewer) => sql`from product_authorization
  where product_authorization.tenant_id = invitation.tenant_id
    and product_authorization.from_invitation_id = invitation.id
    and ${isShownTo(viewer, 'productAuthorization.studyUrlId')}`

const hasRejection = (viewer: Viewer) => sql<SqlBool>`exists (select ${brought(viewer)} and ${isRejected})`

const isWaiting = (viewer: Viewer) =>
  sql<SqlBool>`exists (select ${brought(viewer)} and product_authorization.state = 'waiting')`

const stateFor = (viewer: Viewer) => sql<InvitationState>`case
  when invitation.status = 'pending' and ${isOver} then 'expired'
  when invitation.status = 'accepted' and ${hasRejection(viewer)} then 'refused'
  when invitation.status = 'accepted' and ${isWaiting(viewer)} then 'waiting'
  else invitation.status end`

type Status = Selectable<InvitationTable>['status']

/** Conditions of each state: the stored status and an additional condition. */
const conditions: Readonly<
  Record<InvitationState, readonly [Status, (viewer: Viewer) => RawBuilder<SqlBool>]>
> = {
  pending: ['pending', () => sql<SqlBool>`not ${isOver}`],
  expired: ['pending', () => isOver],
  waiting: ['accepted', (viewer) => sql<SqlBool>`${isWaiting(viewer)} and not ${hasRejection(viewer)}`],
  accepted: ['accepted', (viewer) => sql<SqlBool>`not ${isWaiting(viewer)} and not ${hasRejection(viewer)}`],
  refused: ['accepted', hasRejection],
  withdrawn: ['withdrawn', () => sql<SqlBool>`true`],
}

/** Selects the invitations into a tenant, optionally in one state. */
const listed = (
  { trx, caller }: Pick<Listing, 'trx' | 'caller'>,
  { tenantId, state }: RequestOf<typeof invitationList>,
) => {
  const all = trx.selectFrom('invitation').where('invitation.tenantId', '=', tenantId)
  if (state === undefined) return all
  const [status, condition] = conditions[state]
  return all.where('invitation.status', '=', status).where(condition(caller))
}

/** SQL for the study links for which unblinded access of an `invitation` is not approved yet. */
const requestedStudyUrls = sql<string[]>`array(
  select study_url_id from unblinding
  where unblinding.tenant_id = invitation.tenant_id and unblinding.invitation_id = invitation.id
    and unblinding.state = 'requested')`

/**
 * SQL for the study links that an `invitation` authorizes or, once closed, did authorize. Whoever is blinded in a study
 * does not see its link with RTSM.
 */
const studyUrlsFor = (viewer: Viewer): RawBuilder<string[]> => sql`array(
  select link.id from unnest(case invitation.status
    when 'pending' then ${awaitedStudyUrls} || ${requestedStudyUrls}
    else invitation.study_url_ids end) as link (id)
  where ${isShownTo(viewer, 'link.id')})`

/** SQL that joins a study link with the names of its study and product. */
const linkNames = (
  language: Language,
) => sql`${nameIn(language, 'software.softwareName')} as soft_name, study.study_name
  from study_url
  join study on study.tenant_id = study_url.tenant_id and study.id = study_url.study_id
  join software on software.id = study_url.software_id`

/** Selects the columns of one page. The names are subqueries, so use it for one page only. */
const presented = ({ trx, language, input, caller }: Listing, ids: readonly string[]) => {
  const studyUrls = studyUrlsFor(caller)
  return inOrder(
    trx
      .selectFrom('invitation')
      .where('invitation.tenantId', '=', input.tenantId)
      .where('invitation.id', '=', sql<string>`any(${ids})`),
    order(input),
  )
    .select(['invitation.id', 'invitation.email', 'invitation.createdAt', 'invitation.expiresAt'])
    .select(['invitation.accessFrom', 'invitation.accessUntil'])
    .select([stateFor(caller).as('state'), inviterFault.as('fault')])
    .select(mayInviteAs(caller.userId).as('mayInvite'))
    .select(mayDecideAs(caller.userId).as('mayDecide'))
    .select(sql<number>`cardinality(${studyUrls})`.as('studyCount'))
    .select((from) => [
      from
        .selectFrom('role')
        .select(nameIn(language, 'role.name').as('name'))
        .whereRef('role.id', '=', 'invitation.roleId')
        .as('roleName'),
      // The previous version did not store the name.
      sql<string>`coalesce(nullif(invitation.inviter_name, ''),
        (select full_name from app_user where app_user.id = invitation.invited_by), '')`.as('inviterName'),
      sql<Invitation['studies']>`(select coalesce(json_agg(json_build_object(
          'softName', named.soft_name, 'studyName', named.study_name)), '[]')
        from (select ${linkNames(language)}
          where study_url.tenant_id = invitation.tenant_id and study_url.id = any(${studyUrls})
          order by software.id, study.study_name, study_url.id
          limit ${sql.lit(maxInvitationStudies)}) as named)`.as('studies'),
      sql<Invitation['refusals']>`(select coalesce(json_agg(json_build_object('id', refused.id,
          'softName', refused.soft_name, 'studyName', refused.study_name, 'reason', refused.message)), '[]')
        from (select product_authorization.id, product_authorization.message, ${linkNames(language)}
          join product_authorization on product_authorization.tenant_id = study_url.tenant_id
            and product_authorization.study_url_id = study_url.id
          where product_authorization.tenant_id = invitation.tenant_id
            and product_authorization.from_invitation_id = invitation.id and ${isRejected}
            and ${isShownTo(caller, 'productAuthorization.studyUrlId')}
          order by software.id, study.study_name, product_authorization.id
          limit ${sql.lit(maxInvitationStudies)}) as refused)`.as('refusals'),
    ])
    .execute()
}

/** POST /tenantUser/invitation/list. */
export const invitationListRoute = handle(invitationList, async (work) => {
  const { trx, input, t, services } = work
  if (input.tenantId === globalTenantId) reject(codes.notFound)
  await checkReadable(work, input.tenantId)
  const searches = [{ text: invitationSearchText, keyword: searchedContact(input.keyWord) }]
  const rows = listed(work, input)
  const { list: ids, ...counts } = await keysOfPage(trx, { rows, searches, order: order(input) }, input)
  const page = await presented(work, ids)
  const days = daysIn(services.profile.timeZone)
  const list = page.map(
    ({ createdAt, expiresAt, fault, mayInvite, roleName, accessFrom, accessUntil, ...row }) => ({
      ...row,
      ...days.shownAccess(accessFrom, accessUntil),
      roleName: roleName ?? '',
      createTime: createdAt.toISOString(),
      expireTime: expiresAt.toISOString(),
      refusal: row.state === 'pending' && fault ? t(`invitation.fault.${fault}`) : '',
      mayResend: mayInvite && (row.state === 'pending' || row.state === 'expired'),
    }),
  )
  return { list, ...counts }
})
