import { randomUUID } from 'node:crypto'
import { domainSave, licenceSave, softwareCodes, studyLinkSave } from '@atrium/contract'
import { asPlatform } from '@atrium/server/database'
import type { Page } from '@playwright/test'
import { beginSession } from '../../apps/server/src/platform/caller/sessions.ts'
import type { Api } from './api.ts'
import { inDatabase } from './database.ts'
import { onBothHosts } from './sessions.ts'
import { addressesOf, addressOf, addStudy, type Product } from './studies.ts'
import { dataFolder } from './suite.ts'
import { addTenants } from './tenants.ts'
import { unique } from './unique.ts'
import { addUserByApi } from './users.ts'

/** A user of products who has no menu. */
type Worker = Awaited<ReturnType<typeof addUserByApi>>

/** Adds a user without memberships. */
export const addWorker = (api: Api, fullName: string): Promise<Worker> => addUserByApi(api, fullName)

const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Assignment {
  readonly product: Product
  /** Tenant with the product; a new tenant by default. */
  readonly tenant?: { readonly id: string; readonly tenantName: string }
  /** Days until the licence ends, negative if it has ended; without an end by default. */
  readonly licenceDays?: number
  /** Blinding in RTSM. */
  readonly isBlind?: 0 | 1
}

async function addTenant(api: Api) {
  const tenantName = unique('景明医药')
  const [id = ''] = await addTenants(api, tenantName)
  return { id, tenantName }
}

/**
 * Authorizes a user for a new study of a tenant in a product of the sandbox.
 * @returns the tenant and the study's name
 */
export async function authorizeWorker(api: Api, worker: Worker, assignment: Assignment) {
  const { product, licenceDays, isBlind } = assignment
  const tenant = assignment.tenant ?? (await addTenant(api))
  const tenantId = tenant.id
  const softwareId = softwareCodes[product]
  const limited = licenceDays !== undefined && {
    timeEnable: true,
    startTime: dayFromNow(-60),
    endTime: dayFromNow(licenceDays),
  }
  const tenantUrlId = await api(domainSave, {
    tenantId,
    softwareId,
    urlName: unique('正式环境'),
    ...addressesOf(product),
    mobileUrl: `${addressOf(product)}?device=phone`,
  })
  const studyName = unique('景明一线治疗研究')
  const studyId = await addStudy(api, tenantId, { name: studyName })
  if (!assignment.tenant) await api(licenceSave, { tenantId, softwareId })
  const studyUrlId = await api(studyLinkSave, { studyId, tenantUrlId })
  await inDatabase(
    async (trx) => {
      const known = await trx
        .selectFrom('tenantUser')
        .select('id')
        .where('tenantId', '=', tenantId)
        .where('userId', '=', worker.id)
        .executeTakeFirst()
      const tenantUserId = known?.id ?? randomUUID()
      if (!known)
        await trx.insertInto('tenantUser').values({ tenantId, id: tenantUserId, userId: worker.id }).execute()
      await trx
        .insertInto('studyUser')
        .values({ tenantId, id: randomUUID(), studyUrlId, tenantUserId })
        .execute()
      if (isBlind !== undefined) {
        const role = {
          roleId: '301',
          roleName: '研究者',
          environmentId: '',
          siteIds: [],
          stockHouseIds: [],
          isBlind,
        }
        const grants = {
          generalRoleId: '',
          roles: [{ ...role, projectId: '1' }],
          siteIds: [],
          allSites: true,
        }
        await trx
          .insertInto('productAuthorization')
          .values({
            tenantId,
            id: randomUUID(),
            studyUrlId,
            tenantUserId,
            grants: JSON.stringify(grants),
            state: 'accepted',
            language: 'zh',
            batchId: randomUUID(),
          })
          .execute()
      }
      if (limited)
        await trx
          .updateTable('tenantSoftware')
          .set(limited)
          .where('tenantId', '=', tenantId)
          .where('softwareId', '=', softwareId)
          .execute()
    },
    dataFolder,
    asPlatform,
  )
  return { tenant, studyName }
}

/**
 * Signs a user in without a password.
 * @returns the key of the session
 */
export async function beginSessionOf({ id }: Pick<Worker, 'id'>): Promise<string> {
  let sessionKey = ''
  await inDatabase(async (trx) => {
    sessionKey = await beginSession(trx, id, { address: '127.0.0.1', userAgent: 'test' })
  })
  return sessionKey
}

/** Signs a user in on a page without a password. */
export async function signInWorker(page: Page, worker: Pick<Worker, 'id'>): Promise<void> {
  const sessionKey = await beginSessionOf(worker)
  const value = encodeURIComponent(JSON.stringify({ sessionKey, projectId: '', hospitalId: '' }))
  await page.context().addCookies(onBothHosts([{ name: 'usercache', value }]))
}
