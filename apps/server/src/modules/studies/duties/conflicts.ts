import {
  authorizationStyles,
  defaultLanguage,
  globalTenantId,
  type Language,
  type ProductGrant,
  productNameIn,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { Caller } from '../../../platform/caller/caller.ts'
import { nameIn } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue } from '../../../platform/http/rejection.ts'
import { hidesGrants } from '../blinding/index.ts'

/** A grant in a product for a study, and who is to get it. */
export interface Granting {
  readonly tenantId: string
  readonly studyId: string
  /** Id of the study's link with the product. What the people have there is replaced, so it does not count. */
  readonly studyUrlId: string
  readonly softwareId: string
  readonly grant: ProductGrant
  readonly tenantUserIds: readonly string[]
  readonly emailKeys: readonly string[]
}

/** A rule, seen from a role of a grant. */
interface Due {
  readonly roleId: string
  readonly role: string
  /** Name of the product, in the caller's language. */
  readonly software: string
  readonly otherSoftwareId: string
  readonly otherRoleId: string
  readonly otherRole: string
  readonly otherSoftware: string
  /** Authorization styles of the products. */
  readonly style: number | null
  readonly otherStyle: number | null
  /** Whether the grant itself has both roles. */
  readonly isGranted: boolean
}

const rolesOf = ({ generalRoleId, roles }: ProductGrant): string[] =>
  [...new Set([generalRoleId, ...roles.map(({ roleId }) => roleId)])].filter(Boolean)

/** Finds the rules of the tenant and the platform that name a role of a grant. A pair within the grant is found once. */
async function dueRules(
  trx: Trx,
  language: Language,
  { tenantId, softwareId, grant }: Granting,
): Promise<Due[]> {
  const roles = rolesOf(grant)
  const { rows } = await sql<Due>`
    with side as (
      select software_id, role_id, role_name, other_software_id, other_role_id, other_role_name
      from role_conflict where tenant_id in (${tenantId}, ${globalTenantId})
      union
      select other_software_id, other_role_id, other_role_name, software_id, role_id, role_name
      from role_conflict where tenant_id in (${tenantId}, ${globalTenantId})
    ), named as (
      select software.id, software.authorization_style as style, ${nameIn(language, 'software.softwareName')} as name
      from software
    )
    select distinct on (side.role_id, side.other_software_id, side.other_role_id)
      side.role_id, coalesce(nullif(side.role_name, ''), side.role_id) as role, mine.name as software, mine.style,
      side.other_software_id, side.other_role_id,
      coalesce(nullif(side.other_role_name, ''), side.other_role_id) as other_role,
      other.name as other_software, other.style as other_style,
      side.other_software_id = side.software_id and side.other_role_id = any(${roles}) as is_granted
    from side join named mine on mine.id = side.software_id join named other on other.id = side.other_software_id
    where side.software_id = ${softwareId} and side.role_id = any(${roles})
    order by side.role_id, side.other_software_id, side.other_role_id`.execute(trx)
  return rows.filter(({ isGranted, roleId, otherRoleId }) => !isGranted || roleId < otherRoleId)
}

/** SQL condition: one of a row's grants, in jsonb, has a role. */
const hasRole = (grants: ReturnType<typeof sql>, roleId: string) => sql<boolean>`exists (
  select from jsonb_array_elements(jsonb_build_array(${grants})) as held
  where held ->> 'generalRoleId' = ${roleId}
    or held -> 'roles' @> jsonb_build_array(jsonb_build_object('roleId', ${roleId}::text)))`

/**
 * Returns the names or addresses of people who have the other role of a rule in the study, or an open invitation to it
 * or an open request for it. Accepted and pending grants count.
 */
async function holdersOf(
  trx: Trx,
  language: Language,
  { tenantId, studyId, studyUrlId, tenantUserIds, emailKeys }: Granting,
  { otherSoftwareId, otherRoleId }: Due,
): Promise<string[]> {
  const isOfOther = sql`study_url.tenant_id = ${tenantId} and study_url.study_id = ${studyId}
    and study_url.software_id = ${otherSoftwareId} and study_url.id <> ${studyUrlId}`
  const isOfPeople = (row: string) => sql`
    (${sql.ref(`${row}.tenant_user_id`)} = any(${tenantUserIds}) or invitation.email_key = any(${emailKeys}))`
  const people = (row: string) => sql`
    left join tenant_user on tenant_user.tenant_id = ${tenantId} and tenant_user.id = ${sql.ref(`${row}.tenant_user_id`)}
    left join app_user on app_user.id = tenant_user.user_id
    left join invitation on invitation.tenant_id = ${tenantId} and invitation.id = ${sql.ref(`${row}.invitation_id`)}
      and invitation.status = 'pending' and invitation.expires_at > now()`
  const name = sql`coalesce(${nameIn(language, 'appUser.fullName')}, invitation.email) as name`
  const granted = sql`case when a.state = 'refused' then null else a.grants end, a.accepted_grants`
  const { rows } = await sql<{ name: string }>`
    select ${name} from study_url
    join product_authorization a on a.tenant_id = study_url.tenant_id and a.study_url_id = study_url.id
    ${people('a')}
    where ${isOfOther} and a.tenant_id = ${tenantId} and ${isOfPeople('a')} and ${hasRole(granted, otherRoleId)}
    union
    select ${name} from study_url
    join unblinding r on r.tenant_id = study_url.tenant_id and r.study_url_id = study_url.id
    ${people('r')}
    where ${isOfOther} and r.tenant_id = ${tenantId} and r.state = 'requested'
      and ${isOfPeople('r')} and ${hasRole(sql`r.grants`, otherRoleId)}
    order by name`.execute(trx)
  return rows.map((row) => row.name)
}

/** A rule that a grant would break; without people if the grant itself has both roles. */
interface Broken extends Due {
  readonly people: readonly string[]
}

async function brokenAmong(
  trx: Trx,
  language: Language,
  granting: Granting,
  rules: readonly Due[],
): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const due of rules) {
    const people = due.isGranted ? [] : await holdersOf(trx, language, granting, due)
    if (due.isGranted || people.length > 0) broken.push({ ...due, people })
  }
  return broken
}

/** Returns whether a grant would give a person both roles of a rule in the study, including pending grants. */
export async function breaksDuties(trx: Trx, granting: Granting): Promise<boolean> {
  const rules = await dueRules(trx, defaultLanguage, granting)
  return (await brokenAmong(trx, defaultLanguage, granting, rules)).length > 0
}

interface Asking {
  readonly trx: Trx
  readonly caller: Pick<Caller, 'userId'>
  readonly language: Language
}

/**
 * Rejects a grant that would give a person both roles of a rule in the study, including pending grants. A caller who is
 * blinded in the study must not learn who has a role in RTSM. So they cannot grant a role that a rule separates from
 * one in RTSM, whoever is to get it. Within RTSM they grant only to people who have nothing there. Call it after
 * `lockOpenInvitations`, so that no concurrent transaction grants the other role.
 * @param field name of the call's field that contains the roles
 */
export async function conflictIssues(
  { trx, caller, language }: Asking,
  field: string,
  granting: Granting,
): Promise<FieldIssue[]> {
  const rules = await dueRules(trx, language, granting)
  if (rules.length === 0) return []
  const { rtsm } = authorizationStyles
  const isBlinded = await hidesGrants(trx, caller, { studyId: granting.studyId, authorizationStyle: rtsm })
  const isHidden = ({ isGranted, otherStyle }: Due) => isBlinded && !isGranted && otherStyle === rtsm
  if (rules.some((due) => isHidden(due) && due.style !== rtsm)) return [fieldIssue(field, 'duty.rule.hidden')]
  const known = rules.filter((due) => !isHidden(due))
  return (await brokenAmong(trx, language, granting, known)).map(({ people, ...rule }) =>
    fieldIssue(field, rule.isGranted ? 'duty.rule.bothGranted' : 'duty.rule.heldByPeople', {
      software: rule.software,
      role: productNameIn(language, rule.role),
      otherSoftware: rule.otherSoftware,
      otherRole: productNameIn(language, rule.otherRole),
      people: people.join(', '),
    }),
  )
}
