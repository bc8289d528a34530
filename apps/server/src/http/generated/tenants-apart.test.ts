import {
  allCalls,
  type Call,
  categories,
  codes,
  departmentsOfUser,
  dictionarySave,
  idFieldsOf,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { deliveredMenus } from '../../modules/access/index.ts'
import { type Sender, send } from '../../modules/sign-in/test-kit/index.ts'
import { type Suite, startSuite } from '../test-kit/index.ts'
import { addForeignTenant, type ForeignTenant, tablesOfTenants } from './foreign-tenant.ts'
import { mutations } from './mutations.ts'
import { inputAbout } from './prepared.ts'
import { rowsWith } from './snapshot.ts'

let suite: Suite
let foreign: ForeignTenant

beforeAll(async () => {
  suite = await startSuite()
  const { owner } = suite.database
  // Even a tenant role that holds every menu reaches its own tenant alone.
  const menus = await owner.selectFrom('menu').select('id').execute()
  expect(menus).toHaveLength(deliveredMenus.length)
  await owner
    .insertInto('roleMenu')
    .values(menus.map(({ id }) => ({ roleId: 'tenant-administrator', menuId: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  foreign = await addForeignTenant(suite.database)
})

afterAll(() => suite.close())

/** Everybody but the platform's administrators: a tenant's administrator, people without menus, nobody at all. */
const others = ['here', 'ordinary', 'guest', 'nobody'] as const
type Other = (typeof others)[number]

const senderOf = (actor: Other): Sender => (actor === 'nobody' ? {} : { token: suite[actor].token })

/** Where the paths begin of calls whose ids are of what belongs to no tenant. */
const pathsOfNobody = [
  '/area',
  '/site',
  '/software',
  '/expiredInfo',
  '/file/list',
  '/sms/list',
  '/mail/list',
  '/sys/role/',
  '/sys/menu/',
  '/sys/schedule/',
]
const ofNobody = ({ path }: Call) => pathsOfNobody.some((area) => path.startsWith(area))

/** Whether the platform makes a call for any tenant. */
const isForPlatform = (call: Call) => 'menus' in call.access && !ofNobody(call)

/** What makes the rest of a request valid, so that nothing but the id is wrong with it. */
const restOf = async (call: Call, { mark, ids }: ForeignTenant): Promise<Record<string, unknown>> => {
  const mutation = mutations.find((known) => known.call === call)
  if (call === departmentsOfUser) return { tenantId: ids.tenant, userId: ids.user }
  return mutation ? inputAbout(mutation, suite, mark) : { categoryId: categories.position }
}

/** Each of a tenant's ids in each field of a call that holds ids. */
const probesOf = (call: Call, rest: Record<string, unknown>, ids: ForeignTenant['ids']) =>
  idFieldsOf(call).flatMap(({ path, holding }) =>
    Object.entries(ids).map(([kind, id]) => ({
      of: `${kind} as ${path.join('.')}`,
      field: path.join('.'),
      input: { ...rest, ...holding(id) },
    })),
  )

/** Makes a call. @returns its code, and whether it told of the tenant or changed something that is the tenant's */
async function effectOf(call: Call, input: object, sender: Sender, { mark }: ForeignTenant) {
  const before = await rowsWith(suite.database, mark)
  const answer = await send(suite.server, call, input, sender)
  const changed = JSON.stringify(await rowsWith(suite.database, mark)) !== JSON.stringify(before)
  return { code: answer.code, touched: changed || JSON.stringify(answer).includes(mark) }
}

/** An id of nothing at all. */
const unknown = 'id-of-nothing'

/** The fields of a call whose id must be of something that is there: who is answered at all has learnt that it is. */
async function fieldsOfWhatIsThere(call: Call, rest: Record<string, unknown>): Promise<string[]> {
  const fields: string[] = []
  if (call.effect === 'write') return fields
  for (const { path, holding } of idFieldsOf(call)) {
    const { code } = await send(suite.server, call, { ...rest, ...holding(unknown) }, suite.admin)
    if (code === codes.notFound) fields.push(path.join('.'))
  }
  return fields
}

/** The probes that hit: by which the platform's administrator reads or changes the tenant's things, or could. */
async function hitsOf(call: Call): Promise<string[]> {
  const hits: string[] = []
  let tenant = await addForeignTenant(suite.database)
  let rest = await restOf(call, tenant)
  const mustBeThere = await fieldsOfWhatIsThere(call, rest)
  const count = probesOf(call, rest, tenant.ids).length
  for (let index = 0; index < count; index++) {
    const probe = probesOf(call, rest, tenant.ids)[index]
    if (!probe) throw new Error('there are as many probes as before')
    const { code, touched } = await effectOf(call, probe.input, suite.admin, tenant)
    const found = code === codes.ok && mustBeThere.includes(probe.field)
    if (touched || found || code === codes.conflict) hits.push(probe.of)
    if (!touched) continue
    tenant = await addForeignTenant(suite.database)
    rest = await restOf(call, tenant)
  }
  return hits
}

/** How a caller is refused who sends the id of something that is there, but another tenant's. */
const refusalsOf = ({ access }: Call, actor: Other): readonly number[] => {
  if (actor === 'nobody' || access.kind === 'product') return [codes.noSession]
  const menus: readonly string[] = access.kind === 'menus' ? access.menus : []
  const mayCall = access.kind !== 'menus' || (actor === 'here' && menus.some((menu) => forTenants.has(menu)))
  return mayCall ? [codes.notFound] : [codes.forbidden]
}

const forTenants = new Set(deliveredMenus.filter((menu) => menu.forTenants).map(({ code }) => code as string))

const naming = allCalls.filter((call) => idFieldsOf(call).length > 0)
const reading = allCalls.filter(({ effect, form }) => effect === 'read' && form !== 'redirect')

describe('another tenant’s ids', () => {
  it.each(naming.map((call) => [call.path, call] as const))(
    '%s knows nothing of them, but for the platform',
    async (_path, call) => {
      const hits = isForPlatform(call) ? await hitsOf(call) : []
      const rest = await restOf(call, foreign)
      const before = await rowsWith(suite.database, foreign.mark)
      const wrong: object[] = []
      for (const actor of others) {
        for (const { of, input } of probesOf(call, rest, foreign.ids)) {
          const answer = await send(suite.server, call, input, senderOf(actor))
          const told = JSON.stringify(answer).includes(foreign.mark)
          const misjudged = hits.includes(of) && !refusalsOf(call, actor).includes(answer.code)
          if (told || misjudged) wrong.push({ actor, of, code: answer.code, told })
        }
      }
      expect(wrong).toEqual([])
      expect(await rowsWith(suite.database, foreign.mark)).toEqual(before)
      // Were there none, nothing would have been tried: what the call is about is missing from the foreign tenant.
      if (isForPlatform(call)) expect(hits).not.toEqual([])
    },
  )

  it('cannot be taken over by naming one’s own tenant with them', async () => {
    const input = {
      id: foreign.ids.childEntry,
      tenantId: suite.here.tenantId,
      categoryId: categories.position,
      dicName: '别家岗位',
      dicCode: 'FOREIGN',
      sort: 1,
    }
    const before = await rowsWith(suite.database, foreign.mark)
    expect(await send(suite.server, dictionarySave, input, suite.here)).toMatchObject({
      code: codes.notFound,
    })
    expect(await rowsWith(suite.database, foreign.mark)).toEqual(before)
  })

  it('are of everything that tenants have', async () => {
    const rows = await rowsWith(suite.database, `${foreign.mark}-`)
    const tables = Object.keys(rows).filter((table) => rows[table]?.length)
    expect(tables).toEqual(expect.arrayContaining(await tablesOfTenants(suite.database)))
  })
})

describe('what is read', () => {
  it.each(reading.map((call) => [call.path, call] as const))(
    '%s tells nothing of another tenant where no id is sent',
    async (_path, call) => {
      const wide = { limit: 10_000, categoryId: categories.position }
      for (const actor of others) {
        const answer = await send(suite.server, call, wide, senderOf(actor))
        expect(JSON.stringify(answer)).not.toContain(foreign.mark)
      }
    },
  )

  it('is tried with calls of every kind', () => {
    expect(naming.length).toBeGreaterThan(25)
    expect(naming.filter(isForPlatform).length).toBeGreaterThan(10)
  })
})
