import { signInStyles } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { productKeyPurpose } from '../../modules/products/linked/index.ts'
import { readConfig } from '../../platform/config/config.ts'
import { deliverOnce } from '../../platform/database/product-data.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { loadSecrets, type Secrets } from '../../platform/secrets/index.ts'
import { demoTenantIds } from './tenants.ts'

/** Products that the sandbox simulates, by appCode. */
const demoProducts = ['EDC', 'RTSM', 'CTMS', 'ETMF'] as const

/**
 * Derives a product's signing key from the deployment's secret. The sandbox stores nothing, so both it and the server
 * derive the key at every start.
 */
const demoKey = (secrets: Secrets, appCode: string): string => secrets.digest('demo-product-key', appCode)

/**
 * Returns the keys of the demonstration's products by appCode, for the sandbox. Makes the deployment's secret if there
 * is none, like the server's start.
 * @throws StartupError if the environment is wrong, or the secret cannot be read
 */
export async function demoProductKeys(env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const { SECRET_KEY, DATABASE_URL, DATA_DIR } = readConfig(env)
  const secrets = await loadSecrets({ secretKey: SECRET_KEY, dataDir: DATABASE_URL ? undefined : DATA_DIR })
  return Object.fromEntries(demoProducts.map((appCode) => [appCode, demoKey(secrets, appCode)]))
}

interface DemoProductOptions {
  /** URL of the sandbox; each product is served under its appCode in lower case. */
  readonly url: string
  readonly secrets: Secrets
}

/**
 * Gives a product its key, unless it has one, and OpenID Connect as its sign-in. Gives each demonstration tenant a
 * domain of it.
 */
async function linkProduct(trx: Trx, appCode: string, { url, secrets }: DemoProductOptions): Promise<void> {
  const product = await trx
    .selectFrom('software')
    .select('id')
    .where('appCode', '=', appCode)
    .executeTakeFirst()
  if (!product) return
  await trx
    .updateTable('software')
    .set({
      appKeyEncrypted: secrets.encrypt(productKeyPurpose, demoKey(secrets, appCode)),
      keySetAt: sql<Date>`now()`,
    })
    .where('id', '=', product.id)
    .where('appKeyEncrypted', 'is', null)
    .execute()
  await trx
    .updateTable('software')
    .set({ signInStyle: signInStyles.openId })
    .where('id', '=', product.id)
    .execute()
  const address = `${url}/${appCode.toLowerCase()}`
  const addresses = {
    url: address,
    mobileUrl: address,
    apiUrl: address,
    redirectUrls: [`${address}/callback`],
    signedOutUrls: [address],
    logoutUrl: `${address}/back-channel-logout`,
  }
  for (const tenantId of (await demoTenantIds(trx)).values())
    await trx
      .insertInto('tenantUrl')
      .values({
        ...addresses,
        tenantId,
        id: uuidv7(),
        softwareId: product.id,
        urlName: `${appCode} 正式环境`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

const addressRow = 'demo product address'

/** Updates domains that point at the sandbox when its port changes. */
async function followSandbox(trx: Trx, url: string): Promise<void> {
  const known = await trx
    .selectFrom('seedVersion')
    .select('version')
    .where('name', '=', addressRow)
    .forUpdate()
    .executeTakeFirst()
  if (known?.version === url) return
  await trx
    .insertInto('seedVersion')
    .values({ name: addressRow, version: url })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ version: url, updatedAt: sql`now()` }))
    .execute()
  if (!known) return
  const before = `${known.version}/`
  const moved = (column: string) => sql<string>`case when starts_with(${sql.ref(column)}, ${before})
    then ${`${url}/`} || substr(${sql.ref(column)}, ${before.length + 1}) else ${sql.ref(column)} end`
  const movedList = (column: string) => sql<string[]>`array(select ${moved('address')}
    from unnest(${sql.ref(column)}) with ordinality as listed (address, line) order by line)`
  await trx
    .updateTable('tenantUrl')
    .set({
      url: moved('url'),
      mobileUrl: moved('mobileUrl'),
      apiUrl: moved('apiUrl'),
      redirectUrls: movedList('redirectUrls'),
      signedOutUrls: movedList('signedOutUrls'),
      logoutUrl: moved('logoutUrl'),
      rowVersion: sql<number>`row_version + 1`,
      updatedAt: sql<Date>`now()`,
    })
    .where(sql<boolean>`${before} = any (array[left(url, ${sql.lit(before.length)}),
      left(mobile_url, ${sql.lit(before.length)}), left(api_url, ${sql.lit(before.length)})])`)
    .execute()
}

/** Links the demonstration's products, once, and keeps the domains that point at them up to date. */
export async function linkProducts(trx: Trx, options: DemoProductOptions): Promise<void> {
  await deliverOnce(trx, { name: 'demo products', version: 1 }, async () => {
    for (const appCode of demoProducts) await linkProduct(trx, appCode, options)
  })
  await followSandbox(trx, options.url)
}
