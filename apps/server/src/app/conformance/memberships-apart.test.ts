import { tenantCombobox } from '@atrium/contract'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { tenantAdministrator } from '../../modules/access/index.ts'
import { type Sender, send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { signedInMember, type TenantPerson } from '../test-kit/index.ts'
import {
  byPath,
  isForTenants,
  readEverything,
  reading,
  startTwoTenants,
  type Target,
  tenantsCalls,
  wrongOf,
} from './apart.ts'
import { allForeignIn, restOf } from './probes.ts'
import { rowsWith } from './snapshot.ts'

/* A user administers one tenant and has a membership without rights in another. */

const people = ['with a role that holds nothing', 'without a role', 'with a closed role', 'disabled'] as const

let target: Target
let elsewhere: Readonly<Record<(typeof people)[number], TenantPerson>>

beforeAll(async () => {
  const twoTenants = await startTwoTenants()
  target = { ...twoTenants, server: twoTenants.suite.server, thorough: false, checksCodes: true }
  const closed = await closedRole()
  elsewhere = {
    'with a role that holds nothing': await member({ roleId: 'guests' }),
    'without a role': await member({ roleId: null }),
    'with a closed role': await member({ roleId: closed }),
    disabled: await member({ roleId: tenantAdministrator.id, enabled: 1 }),
  }
})

afterAll(() => target.suite.close())

/** Adds a closed role with every menu. */
async function closedRole(): Promise<string> {
  const { owner } = target.suite.database
  const closed = { id: 'closed', name: '已关闭', roleType: 2, status: 1 }
  await owner.insertInto('role').values(closed).execute()
  const menus = await owner.selectFrom('menu').select('id').execute()
  await owner
    .insertInto('roleMenu')
    .values(menus.map(({ id }) => ({ roleId: closed.id, menuId: id })))
    .execute()
  return closed.id
}

/** Adds an administrator of a tenant who also has a membership in the foreign tenant. */
async function member(place: {
  readonly roleId: string | null
  readonly enabled?: number
}): Promise<TenantPerson> {
  const { suite, foreign } = target
  const person = await signedInMember(suite.database, tenantAdministrator.id)
  const { userId } = person
  await suite.database.owner
    .insertInto('tenantUser')
    .values({ tenantId: foreign.ids.tenant, id: `member-${userId}`, userId, ...place })
    .execute()
  return person
}

const sender = (one: (typeof people)[number]): Sender => ({ token: elsewhere[one].token })

it.each(byPath(tenantsCalls))('changes nothing in the other tenant: %s', async (_path, call) => {
  const { suite, foreign } = target
  const rest = await restOf(suite, call, foreign)
  const probes = allForeignIn(call, rest, foreign)
  const before = await rowsWith(suite.database, foreign.mark)
  for (const one of people) {
    // Members whose role has no menus send all probes, the others only those that could disclose the most.
    const tried = one === people[0] ? probes : probes.filter(({ of }) => !of.includes(' as id'))
    expect(await wrongOf(target, call, tried, sender(one))).toEqual([])
  }
  expect(await rowsWith(suite.database, foreign.mark)).toEqual(before)
})

it.each(byPath(reading.filter(isForTenants)))(
  'shows nothing of the other tenant in lists: %s',
  async (_path, call) => {
    for (const one of people) await readEverything(target, call, sender(one))
  },
)

it('does not offer the other tenant in the list of tenants', async () => {
  for (const one of people) {
    const { data } = await send(target.suite.server, tenantCombobox, {}, sender(one))
    expect(data?.map(({ code }) => code)).toEqual([elsewhere[one].tenantId])
  }
})
