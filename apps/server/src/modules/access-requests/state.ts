import { type AccessRequestState, authorizationStyles } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../platform/caller/caller.ts'
import { isOpenTo } from '../studies/blinding/index.ts'

/** SQL condition on an `access_request`: the person is a member of the tenant who can be authorized. */
const isOfMember = sql<SqlBool>`exists (
  select from tenant_user member where member.tenant_id = access_request.tenant_id
    and member.id = access_request.tenant_user_id and member.user_id = access_request.user_id
    and member.enabled = 0 and in_period(null, member.access_until))`

/** SQL condition on an `access_request`: the study uses the product. */
const isOfLink = sql<SqlBool>`exists (
  select from study_url link where link.tenant_id = access_request.tenant_id
    and link.id = access_request.study_url_id)`

/** SQL for the state of an `access_request`, from the instant at which it expires or ends. */
export const stateOf: RawBuilder<AccessRequestState> = sql<AccessRequestState>`(case
  when access_request.state <> 'requested' then access_request.state
  when not ${isOfMember} or not ${isOfLink} then 'ended'
  when access_request.expires_at <= now() then 'expired'
  else 'requested' end)`

/**
 * Returns the condition that an `access_request` may be shown to an approver. Requests for RTSM are hidden if the user
 * is blinded in the study, also when the product no longer exists.
 */
export const isRequestShownTo = (caller: Pick<Caller, 'userId'>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isOpenTo(caller, 'accessRequest.studyId')} or exists (
    select from software product where product.id = access_request.software_id
      and product.authorization_style is distinct from ${authorizationStyles.rtsm}))`

/** Returns the condition that an `access_request` is not that of a user, whichever account they asked with. */
export const isOfAnother = ({ userId }: Pick<Caller, 'userId'>): RawBuilder<SqlBool> =>
  sql<SqlBool>`not exists (
    select from app_user me join app_user person on person.id = access_request.user_id
    where me.id = ${userId} and (me.id = person.id or me.email_key = person.email_key
      or me.phone <> '' and me.phone = person.phone))`
