import {
  type AccessRow,
  type Call,
  globalTenantId,
  type Language,
  type MenuCode,
  type WhyFinding,
  type WhyRule,
  type WhyStep,
} from '@atrium/contract'
import type { Caller } from '../../platform/caller/caller.ts'
import type { Inspected } from '../../platform/caller/rights.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { daysIn, periodState } from '../access/index.ts'
import { type Grant, removalOf } from '../access-report/index.ts'
import { type Held, lastChange, ofTenants, readMenus } from './facts.ts'
import type { Verdict } from './verdict.ts'

/** What the steps are made of. */
export interface Known {
  readonly trx: Trx
  readonly language: Language
  readonly timeZone: string
  readonly caller: Caller
  readonly userId: string
  readonly tenantId: string
  readonly tenantName: string
  /** Whether the reader may see system roles, which belong to no tenant. */
  readonly showsPlatform: boolean
  readonly canSignIn: boolean
  /** The open inspection, if the account is an inspector’s. */
  readonly inspection: Inspected | undefined
  readonly held: readonly Held[]
  /** Reads the person's access as the access report shows it to the reader. */
  readonly rows: () => Promise<readonly AccessRow[]>
}

const findingsThatMeet: readonly WhyFinding[] = ['met', 'all', 'notNeeded', 'waiting', 'refused']

/** Returns a step. A grant that the product has not accepted, or rejected, does not keep the person from opening it. */
export const stepOf = (rule: WhyRule, finding: WhyFinding, more: Partial<WhyStep> = {}): WhyStep => ({
  ...{ rule, finding, isMet: findingsThatMeet.includes(finding), name: '', detail: '' },
  ...{ accessFrom: '', accessUntil: '', since: '', grantedBy: '', reason: '', entity: '', entityId: '' },
  ...more,
})

/** A rule to check. Later rules are not checked if it rejects. */
export type Check = () => WhyStep | Promise<WhyStep>

/** Checks rules in order, up to the first that rejects. */
export async function check(checks: readonly Check[]): Promise<WhyStep[]> {
  const steps: WhyStep[] = []
  for (const one of checks) {
    const step = await one()
    steps.push(step)
    if (!step.isMet) break
  }
  return steps
}

/** Returns the grant of the person's first access of these kinds. */
async function grantOf({ rows }: Known, ...kinds: AccessRow['kind'][]): Promise<Partial<Grant>> {
  const found = await rows()
  const row = kinds.map((kind) => found.find((one) => one.kind === kind)).find((one) => one !== undefined)
  return row ? { since: row.since, grantedBy: row.grantedBy, reason: row.reason } : {}
}

const periodFinding = (from: Date | null, until: Date | null): WhyFinding => {
  const state = periodState({ from, until })
  return state === 'current' ? 'met' : state
}

const shownPeriod = ({ timeZone }: Known, from: Date | null, until: Date | null) => {
  const period = daysIn(timeZone).period({ from, until })
  return { accessFrom: period.from, accessUntil: period.until }
}

/** Returns the event that last changed a field, in the form of a step. */
const change = async ({ trx, caller }: Known, entity: string, entityId: string, field: string) =>
  lastChange(trx, caller, { entity, entityId, field })

/** Checks that the account is not locked. */
export const account =
  (known: Known): Check =>
  async () => {
    const { userId, canSignIn, showsPlatform } = known
    const history = showsPlatform ? { entity: 'app_user', entityId: userId } : {}
    if (canSignIn) return stepOf('account', 'met', history)
    return stepOf('account', 'locked', { ...history, ...(await change(known, 'app_user', userId, 'status')) })
  }

const systemRoleOf = ({ held }: Known) => held.find(({ tenantId }) => tenantId === globalTenantId)
const membershipOf = ({ held, tenantId }: Known) => held.find((one) => one.tenantId === tenantId)

/** Checks that the person has a system role in force. */
const systemRole =
  (known: Known): Check =>
  async () => {
    const role = systemRoleOf(known)
    if (!role?.roleId) return stepOf('systemRole', 'none')
    const finding = role.isOpen ? periodFinding(role.roleFrom, role.roleUntil) : 'closed'
    if (!known.showsPlatform) return stepOf('systemRole', finding)
    const ending = finding === 'ended' ? change(known, 'app_user', known.userId, 'roleUntil') : undefined
    const closing = finding === 'closed' ? change(known, 'role', role.roleId, 'status') : ending
    return stepOf('systemRole', finding, {
      ...{ name: role.roleName, entity: 'app_user', entityId: known.userId },
      ...shownPeriod(known, role.roleFrom, role.roleUntil),
      ...((await closing) ?? (await grantOf(known, 'system'))),
    })
  }

/** Checks that the person is a member of the tenant. */
export const membership =
  (known: Known): Check =>
  async () => {
    const { trx, tenantName: name, userId, tenantId, language } = known
    const member = membershipOf(known)
    if (!member) {
      const removal = await removalOf(trx, { tenantId, key: `person:${userId}` }, language)
      return stepOf('membership', removal ? 'removed' : 'none', { name, ...removal })
    }
    const entityId = member.memberId ?? ''
    const finding = member.isEnabled ? periodFinding(member.accessFrom, member.accessUntil) : 'disabled'
    const fields: Partial<Record<WhyFinding, string>> = { disabled: 'enabled', ended: 'accessUntil' }
    const field = fields[finding]
    const ending = field === undefined ? undefined : await change(known, 'tenant_user', entityId, field)
    return stepOf('membership', finding, {
      ...{ name, entity: 'tenant_user', entityId },
      ...shownPeriod(known, member.accessFrom, member.accessUntil),
      ...(ending ?? (await grantOf(known, 'member'))),
    })
  }

/** Checks that the person has a role in force in the tenant. */
const tenantRole =
  (known: Known): Check =>
  async () => {
    const member = membershipOf(known)
    const history = { entity: 'tenant_user', entityId: member?.memberId ?? '' }
    if (!member?.roleId) return stepOf('tenantRole', 'none', history)
    const finding = member.isOpen ? periodFinding(member.roleFrom, member.roleUntil) : 'closed'
    const ending =
      finding === 'ended' ? change(known, 'tenant_user', history.entityId, 'roleUntil') : undefined
    const closing = finding === 'closed' ? change(known, 'role', member.roleId, 'status') : ending
    return stepOf('tenantRole', finding, {
      ...{ name: member.roleName, ...history },
      ...shownPeriod(known, member.roleFrom, member.roleUntil),
      ...((await closing) ?? (await grantOf(known, 'role', 'member'))),
    })
  }

const namesOf = (menus: readonly { readonly name: string }[]): string =>
  menus.map(({ name }) => name).join(' / ')

/**
 * Checks that a role has one of the menus, and that it is switched on. A role with every menu has switched-off ones too,
 * but nobody can open their screens.
 */
const menuOf =
  (known: Known, role: Held | undefined, codes: readonly MenuCode[], isScreen: boolean): Check =>
  async () => {
    const { trx, language, showsPlatform } = known
    const roleId = role?.roleId ?? ''
    const menus = await readMenus(trx, roleId, codes, language)
    if (role?.superAdmin)
      return isScreen && !menus.some(({ isOpen }) => isOpen)
        ? stepOf('menu', 'closed', { name: namesOf(menus) })
        : stepOf('menu', 'all', { name: namesOf(menus) })
    const mine = menus.filter(({ isHeld }) => isHeld)
    const open = mine.filter(({ isOpen }) => isOpen)
    const history = showsPlatform ? { entity: 'role', entityId: roleId } : {}
    if (mine.length === 0) return stepOf('menu', 'lacking', { name: namesOf(menus), ...history })
    if (open.length === 0) return stepOf('menu', 'closed', { name: namesOf(mine) })
    const grant = await change(known, 'role', roleId, 'resourceIdList')
    return stepOf('menu', 'met', { name: namesOf(open), ...history, ...grant })
  }

/** Checks that the system role has every menu. */
const superAdministrator =
  (known: Known): Check =>
  () => {
    const role = systemRoleOf(known)
    const name = known.showsPlatform ? (role?.roleName ?? '') : ''
    return stepOf('superAdministrator', role?.superAdmin ? 'met' : 'lacking', { name })
  }

/** Returns the rules for a screen or a call that needs menus: those of the role that gives access, or could. */
export function menuChecks(
  known: Known,
  isForPlatform: boolean,
  { access }: Pick<Call, 'access'>,
  isScreen = false,
): Check[] {
  const codes = 'menus' in access ? (access.menus ?? []) : []
  const inTenant = ofTenants(codes)
  if (!isForPlatform && known.tenantId !== globalTenantId && inTenant.length > 0)
    return [
      ...[account(known), membership(known), tenantRole(known)],
      menuOf(known, membershipOf(known), inTenant, isScreen),
    ]
  const ofAll = access.kind === 'menus' && access.superAdmin ? [superAdministrator(known)] : []
  const ofRole = menuOf(known, systemRoleOf(known), codes, isScreen)
  return [account(known), systemRole(known), ...ofAll, ofRole]
}

/** Says whether the person reaches rows of the study: it belongs to the tenant, and to the inspection if there is one. */
export const study =
  (name: string, entityId: string, isReached: boolean): Check =>
  () =>
    stepOf('study', isReached ? 'met' : 'lacking', { name, entity: 'study', entityId })

/** Returns the rules for a call that every signed-in user may make about their own data. */
export const ownDataChecks = (known: Known, isOfTenant: boolean): Check[] => [
  account(known),
  ...(isOfTenant ? [membership(known)] : []),
  () => stepOf('ownData', 'met'),
]

/** Checks that the inspection is current and allows the call, and says who opened it, when and for what. */
const inspection =
  (known: Known, isAllowed: boolean): Check =>
  async () => {
    const { id = '', tenantId = '', authority = '' } = known.inspection ?? {}
    const opened = await known.trx
      .selectFrom('inspection')
      .select(['accessFrom', 'accessUntil', 'openerName', 'createdAt', 'purpose'])
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!opened) return stepOf('inspection', isAllowed ? 'met' : 'lacking', { name: authority })
    const { accessFrom, accessUntil, openerName: grantedBy, createdAt, purpose: reason } = opened
    const state = periodFinding(accessFrom, accessUntil)
    const rejection = state === 'met' ? 'lacking' : state
    return stepOf('inspection', isAllowed ? 'met' : rejection, {
      ...{ name: authority, entity: 'inspection', entityId: id },
      ...shownPeriod(known, accessFrom, accessUntil),
      ...{ since: createdAt.toISOString(), grantedBy, reason },
    })
  }

/** Returns the rules for the account of an inspector. */
export const inspectorChecks = (known: Known, isAllowed: boolean): Check[] => [
  account(known),
  inspection(known, isAllowed),
]

/** Returns the rules for a call. */
export function callChecks(known: Known, verdict: Verdict, call: Call, isOfTenant: boolean): Check[] {
  const { kind } = call.access
  if (kind === 'public') return [() => stepOf('everybody', 'met')]
  if (kind === 'product' || kind === 'team') return [() => stepOf('signature', 'lacking')]
  if (known.inspection) return inspectorChecks(known, verdict.isAllowed)
  const isForPlatform = verdict.isAllowed && verdict.isForPlatform
  if (kind === 'session' && !isForPlatform) return ownDataChecks(known, isOfTenant)
  return menuChecks(known, isForPlatform, call)
}
