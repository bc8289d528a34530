import { uuidv7 } from 'uuidv7'
import { deliverOnce } from '../../platform/database/product-data.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { demoTenantId } from './seed-demo.ts'
import { demoSites } from './sites.ts'
import { demoTenants } from './tenants.ts'

/** What demonstration tenants call the sites that they have, by the sites' names; '' for nothing of their own. */
const chosen: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  lumingxi: {
    示例大学附属云汀医院: '云汀',
    示例市朝晖人民医院: '朝晖人民',
    示例鹿溪肿瘤医院: '鹿溪肿瘤',
    '示例衡远 I 期临床研究中心': '',
  },
  hengxulan: { 示例大学附属云汀医院: '', 示例岭南中医院: '岭南中医' },
}

/** Adds the sites that demonstration tenants have, once. Needs tenants and sites in place; must run as the platform. */
export async function seedDemoTenantSites(trx: Trx): Promise<void> {
  await deliverOnce(trx, { name: 'demo tenant sites', version: 1 }, async () => {
    const names = demoSites.map(({ siteName }) => siteName)
    const sites = await trx
      .selectFrom('site')
      .select(['id', 'siteName'])
      .where('siteName', 'in', names)
      .orderBy('id')
      .execute()
    for (const tenant of demoTenants) {
      const tenantId = await demoTenantId(trx, tenant)
      const nickNames = chosen[tenant.key]
      if (tenantId === undefined || !nickNames) continue
      const rows = sites
        .filter(({ siteName }) => siteName in nickNames)
        .map(({ id: siteId, siteName }) => {
          const nickName = nickNames[siteName] || siteName
          return { tenantId, id: uuidv7(), siteId, siteName, nickName }
        })
      if (rows.length === 0) continue
      await trx
        .insertInto('tenantSite')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  })
}
