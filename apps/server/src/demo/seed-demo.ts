import { categories } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { deliver, type ProductData } from '../database/product-data.ts'
import type { Trx } from '../database/transaction.ts'
import { tenantAdministrator } from '../modules/access/index.ts'
import { globalEntryId } from '../modules/dictionaries/index.ts'
import { userNameKey } from '../modules/identifiers/index.ts'
import { randomPassword } from '../modules/passwords/index.ts'
import { demoSites } from './sites.ts'
import { type DemoTenant, demoTenants, emailOf } from './tenants.ts'

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

/**
 * Adds the user who administers a tenant, and their place in it.
 * @param passwordHash as it is to be stored
 * @returns the user name to sign in with
 */
const addAdministrator = async (
  trx: Trx,
  tenantId: string,
  tenant: DemoTenant,
  passwordHash: string,
): Promise<string> => {
  const userId = uuidv7()
  const userName = `${tenant.key}.admin`
  await trx
    .insertInto('appUser')
    .values({
      id: userId,
      fullName: tenant.admin.fullName,
      userName,
      userNameKey: userNameKey(userName),
      email: emailOf(tenant),
      emailKey: emailOf(tenant),
      emailValid: 0,
      passwordHash,
      passwordChangedAt: new Date(),
    })
    .execute()
  await trx
    .insertInto('tenantUser')
    .values({
      tenantId,
      id: uuidv7(),
      userId,
      roleId: tenantAdministrator.id,
      typeId: globalEntryId(categories.userType, tenant.admin.userType),
      positionId: globalEntryId(categories.position, 'PM'),
    })
    .execute()
  return userName
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
const siteData: ProductData = { name: 'demo sites', version: 1 }

interface DemoOptions {
  /** Makes the hash that is stored of a password. */
  readonly hashPassword: (password: string) => Promise<string>
}

/** A tenant administrator that was made now, with the password in clear: to be shown once, stored nowhere. */
export interface DemoAccount {
  readonly tenantName: string
  readonly userName: string
  readonly password: string
}

/**
 * Adds the demonstration tenants, each with a few dictionary entries of its own and an administrator, and the
 * demonstration sites, the first time that it is called on a database; later it does nothing, whatever has become
 * of them since.
 * Needs regions, dictionaries and roles in place. Must run as the platform.
 *
 * @returns the administrators that were made, with their passwords; none when there was nothing to do
 */
export async function seedDemo(trx: Trx, { hashPassword }: DemoOptions): Promise<DemoAccount[]> {
  const accounts: DemoAccount[] = []
  await deliver(trx, demoData, async () => {
    for (const tenant of demoTenants) {
      const tenantId = await addTenant(trx, tenant)
      const password = randomPassword()
      const userName = await addAdministrator(trx, tenantId, tenant, await hashPassword(password))
      accounts.push({ tenantName: tenant.tenantName, userName, password })
    }
  })
  await deliver(trx, siteData, () => addSites(trx))
  return accounts
}
