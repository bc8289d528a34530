import { categories } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { tenantAdministrator, tenantMember } from '../../modules/access/index.ts'
import {
  emailKey,
  noteUserNameLooks,
  phoneKey,
  userNameKey,
} from '../../modules/identity/identifiers/index.ts'
import { randomPassword } from '../../modules/identity/passwords/index.ts'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import { deliverOnce, type ProductData } from '../../platform/database/product-data.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { demoSites } from './sites.ts'
import { type DemoPerson, type DemoTenant, demoTenants, emailOf } from './tenants.ts'

const china = 'CN'

const addTerms = async (trx: Trx, tenantId: string, tenant: DemoTenant): Promise<void> => {
  const rows = tenant.terms.map(({ categoryId, code, zh, en }, index) => ({
    tenantId,
    id: uuidv7(),
    categoryId,
    dicName: zh,
    dicNameEn: en,
    dicCode: code,
    sort: index + 1,
  }))
  await trx.insertInto('dictionary').values(rows).execute()
}

/**
 * Adds a tenant with the entries of its own dictionary.
 * @returns its id
 */
const addTenant = async (trx: Trx, tenant: DemoTenant): Promise<string> => {
  const id = uuidv7()
  await trx
    .insertInto('tenant')
    .values({
      id,
      tenantName: tenant.tenantName,
      tenantCode: tenant.key.toUpperCase(),
      abbr: tenant.abbr,
      categoryId: globalEntryId(categories.tenantCategory, tenant.category),
      contact: tenant.contact,
      tel: tenant.tel,
      email: emailOf(tenant),
      countryId: china,
      provinceId: tenant.provinceId,
      cityId: tenant.cityId,
      postcode: tenant.postcode,
      address: tenant.address,
    })
    .execute()
  await addTerms(trx, id, tenant)
  return id
}

interface Place {
  readonly tenantId: string
  /** Tenant role. */
  readonly roleId: string
  /** As it is to be stored. */
  readonly passwordHash: string
}

/**
 * Adds a person of the demonstration, with a verified e-mail address and phone, and their place in a tenant.
 * @returns false, with nothing done, where somebody has their user name, address or phone by now
 */
async function addPerson(trx: Trx, person: DemoPerson, place: Place): Promise<boolean> {
  const { fullName, fullNameEn, userName, email, phone, userType, position } = person
  const { tenantId, roleId, passwordHash } = place
  const id = uuidv7()
  const added = await trx
    .insertInto('appUser')
    .values({
      id,
      fullName,
      fullNameEn,
      userName,
      userNameKey: userNameKey(userName),
      email,
      emailKey: emailKey(email),
      emailValid: 0,
      phone,
      phoneKey: phoneKey(phone),
      phoneValid: 0,
      passwordHash,
      passwordChangedAt: new Date(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return false
  await noteUserNameLooks(trx, id, userName)
  await trx
    .insertInto('tenantUser')
    .values({
      tenantId,
      id: uuidv7(),
      userId: id,
      roleId,
      typeId: globalEntryId(categories.userType, userType),
      positionId: globalEntryId(categories.position, position),
    })
    .execute()
  return true
}

/** Adds the demonstration's sites. */
async function addSites(trx: Trx): Promise<void> {
  const rows = demoSites.map(({ level, type, delivered, ...site }) => ({
    ...site,
    id: uuidv7(),
    countryId: china,
    levelId: globalEntryId(categories.siteLevel, level),
    typeId: globalEntryId(categories.siteType, type),
    isUserAdd: delivered ? 0 : 1,
  }))
  await trx.insertInto('site').values(rows).execute()
}

const demoData: ProductData = { name: 'demo', version: 1 }
const memberData: ProductData = { name: 'demo members', version: 1 }
const siteData: ProductData = { name: 'demo sites', version: 1 }

interface DemoOptions {
  /** Makes the hash that is stored of a password. */
  readonly hashPassword: (password: string) => Promise<string>
}

/** An account that was made now, with the password in clear: to be shown once, stored nowhere. */
export interface DemoAccount {
  readonly role: 'tenant administrator' | 'tenant user'
  readonly tenantName: string
  readonly userName: string
  readonly phone: string
  readonly password: string
}

/** The id of a demonstration tenant; undefined where it is gone by now. */
export const demoTenantId = async (trx: Trx, { key }: DemoTenant): Promise<string | undefined> =>
  (
    await trx
      .selectFrom('tenant')
      .select('id')
      .where('tenantCode', '=', key.toUpperCase())
      .orderBy('id')
      .executeTakeFirst()
  )?.id

/** The same at the first start, where it cannot be gone. */
export async function newTenantId(trx: Trx, tenant: DemoTenant): Promise<string> {
  const id = await demoTenantId(trx, tenant)
  if (id === undefined) throw new Error(`There is no demonstration tenant ${tenant.key}`)
  return id
}

interface DemoRole {
  readonly id: string
  readonly name: string
  readonly nameEn: string
  readonly description: string
  readonly descriptionEn: string
  readonly roleType: number
  /** Codes of the menus that it holds. */
  readonly menus: readonly string[]
}

/** Adds a role of the demonstration with its menus. */
export async function addDemoRole(trx: Trx, { menus, ...role }: DemoRole): Promise<void> {
  await trx.insertInto('role').values(role).execute()
  await trx
    .insertInto('roleMenu')
    .columns(['roleId', 'menuId'])
    .expression((from) =>
      from
        .selectFrom('menu')
        .select([sql.lit(role.id).as('roleId'), 'menu.id'])
        .where('code', 'in', menus),
    )
    .execute()
}

/**
 * Adds the demonstration tenants, each with a few dictionary entries of its own and people who can sign in
 * there, and the demonstration sites, the first time that it is called on a database; later it does nothing, whatever has become
 * of them since.
 * Needs regions, dictionaries and roles in place. Must run as the platform.
 *
 * @returns whether the tenants were made now, and the accounts that were, with their passwords
 */
export async function seedDemo(
  trx: Trx,
  { hashPassword }: DemoOptions,
): Promise<{ isNew: boolean; accounts: DemoAccount[] }> {
  const accounts: DemoAccount[] = []
  const add = async (tenant: DemoTenant, tenantId: string, role: DemoAccount['role'], person: DemoPerson) => {
    const password = randomPassword()
    const roleId = role === 'tenant administrator' ? tenantAdministrator.id : tenantMember.id
    const passwordHash = await hashPassword(password)
    if (!(await addPerson(trx, person, { tenantId, roleId, passwordHash }))) return
    const { userName, phone } = person
    accounts.push({ role, tenantName: tenant.tenantName, userName, phone, password })
  }
  const isNew = await deliverOnce(trx, demoData, async () => {
    for (const tenant of demoTenants) {
      const tenantId = await addTenant(trx, tenant)
      await add(tenant, tenantId, 'tenant administrator', tenant.administrator)
    }
  })
  await deliverOnce(trx, memberData, async () => {
    for (const tenant of demoTenants) {
      const tenantId = await demoTenantId(trx, tenant)
      if (tenantId === undefined) continue
      for (const member of tenant.members) await add(tenant, tenantId, 'tenant user', member)
    }
  })
  await deliverOnce(trx, siteData, () => addSites(trx))
  return { isNew, accounts }
}
