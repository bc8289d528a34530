import { inspectionList, inspectionOpen } from '@atrium/contract'
import { type Api, apiOf } from './api.ts'
import { inDatabase } from './database.ts'
import { addStudy } from './studies.ts'
import { administrator } from './suite.ts'
import { addTenants } from './tenants.ts'
import { unique } from './unique.ts'
import { beginSessionOf } from './workers.ts'

/** Returns today’s date in the suite's time zone. */
const today = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format()

/** Returns the id of a user. */
async function idOf(userName: string): Promise<string> {
  let id = ''
  await inDatabase(async (trx) => {
    const user = trx.selectFrom('appUser').select('id').where('userName', '=', userName)
    id = (await user.executeTakeFirstOrThrow()).id
  })
  return id
}

/** Returns the API as the platform administrator, outside a test. */
export const administratorApi = async (): Promise<Api> =>
  apiOf(await beginSessionOf({ id: await idOf(administrator.userName) }))

/** Opens an inspection of a new study that began today. @returns its tenant, its study and the inspector's account */
export async function openInspection(api: Api, inspectorName: string) {
  const [tenantId = ''] = await addTenants(api, unique('检查医药'))
  const studyName = unique('检查研究')
  const studyId = await addStudy(api, tenantId, { name: studyName })
  await api(inspectionOpen, {
    ...{ tenantId, studyIds: [studyId], authority: '药监局', inspectorName, purpose: '上市前检查' },
    ...{ email: `${unique('he')}@nmpa.example`, unblindingReason: '' },
    ...{ accessFrom: today(), accessUntil: '2098-01-31' },
  })
  const { list } = await api(inspectionList, { tenantId })
  return { tenantId, studyName, id: await idOf(list[0]?.userName ?? '') }
}
