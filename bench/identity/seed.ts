import { randomBytes } from 'node:crypto'
import { signInStyles, softwareCodes, softwareInfo, softwareSave } from '@atrium/contract'
import type { ClientBase } from 'pg'
import type { Caller } from '../lib/client/index.ts'
import { type Product, redirectUrl } from './product.ts'

/** Number of studies of the tenant. Every user is authorized in all of them, for both products. */
const studies = 5

/** Makes a product of the platform sign its users in by OpenID Connect. @returns its key */
async function useOpenId(admin: Caller, id: string): Promise<string> {
  const product = await admin.send(softwareInfo, { id })
  const appKey = randomBytes(32).toString('base64url')
  await admin.send(softwareSave, { ...product, appKey, signInStyle: signInStyles.openId })
  return appKey
}

/**
 * Creates a tenant with two products, of which all users of the database except the administrator are members.
 * @param owner a connection of the schema's owner
 * @param issuer of the products' tokens
 */
export async function seedProducts(
  owner: ClientBase,
  admin: Caller,
  issuer: string,
): Promise<readonly [first: Product, second: Product]> {
  const clientOf = async (softwareId: string): Promise<Product> => {
    const clientId = `bench-${softwareId}`
    const product = { issuer, clientId, secret: await useOpenId(admin, softwareId) }
    await owner.query(`insert into tenant_software (tenant_id, id, software_id) values ('bench', $1, $2)`, [
      clientId,
      softwareId,
    ])
    await owner.query(
      `insert into tenant_url (tenant_id, id, software_id, url_name, url, mobile_url, redirect_urls)
       values ('bench', $1, $2, $1, $3, $3, array[$3])`,
      [clientId, softwareId, redirectUrl],
    )
    await owner.query(
      `insert into study_url (tenant_id, id, study_id, software_id, tenant_url_id)
       select 'bench', id || $1, id, $2, $1 from study where tenant_id = 'bench'`,
      [clientId, softwareId],
    )
    await owner.query(
      `insert into study_user (tenant_id, id, study_url_id, tenant_user_id)
       select 'bench', study_url.id || tenant_user.id, study_url.id, tenant_user.id
       from study_url join tenant_user using (tenant_id)
       where tenant_id = 'bench' and software_id = $1`,
      [softwareId],
    )
    return product
  }
  await owner.query(`insert into tenant (id, tenant_name, tenant_code, abbr, category_id)
    values ('bench', 'bench', 'bench', 'bench', '')`)
  await owner.query(`insert into tenant_user (tenant_id, id, user_id)
    select 'bench', id, id from app_user where user_name <> 'admin'`)
  await owner.query(
    `insert into study (tenant_id, id, study_name, study_code, plan_code, name_abbr, fame_full, principal,
       site_count, patient_count)
     select 'bench', name, name, name, name, name, name, name, 10, 100
     from generate_series(1, $1::int) n, concat('study-', n) name`,
    [studies],
  )
  const products = [await clientOf(softwareCodes.edc), await clientOf(softwareCodes.ctms)] as const
  await owner.query('vacuum analyze')
  return products
}
