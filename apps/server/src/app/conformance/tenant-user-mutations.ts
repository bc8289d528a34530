import {
  categories,
  tenantUserDelete,
  tenantUserExtend,
  tenantUserSave,
  tenantUserUpdateBase,
  tenantUserUpdateImportant,
} from '@atrium/contract'
import { tenantAdministrator } from '../../modules/access/index.ts'
import { addReachable, newPhone } from '../../modules/identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import type { Suite } from '../test-kit/index.ts'
import { type Mutation, uniqueText } from './prepared.ts'

/** Fields of a membership. */
const membership = {
  role: tenantAdministrator.id,
  typeId: globalEntryId(categories.userType, 'SPONSOR'),
  positionId: globalEntryId(categories.position, 'PM'),
}

/** Adds a member with a phone number and an e-mail address to the tenant of `here`, so that every change is possible. */
const member = async ({ database, here }: Suite) => {
  const { id: userId } = await addReachable(database)
  const id = uniqueText('tenant-user')
  await database.owner.insertInto('tenantUser').values({ tenantId: here.tenantId, id, userId }).execute()
  return id
}

const aboutMember =
  (input: () => Record<string, unknown>): Mutation['prepare'] =>
  async (suite) => ({ input: { id: await member(suite), ...input() }, token: suite.admin.token })

/** Mutations of memberships. */
export const tenantUserMutations: readonly Mutation[] = [
  {
    call: tenantUserSave,
    prepare: async ({ database, here, admin }) => {
      const added = [await addReachable(database), await addReachable(database)]
      const userIds = added.map(({ id }) => id)
      return { input: { tenantId: here.tenantId, ...membership, userIds }, token: admin.token }
    },
  },
  {
    call: tenantUserUpdateBase,
    prepare: aboutMember(() => ({
      typeId: membership.typeId,
      positionId: membership.positionId,
      enabled: 1,
    })),
  },
  {
    call: tenantUserUpdateImportant,
    prepare: aboutMember(() => {
      const phone = newPhone()
      return { fullName: '改名', phone, email: `${phone}@hospital.example` }
    }),
  },
  {
    call: tenantUserExtend,
    prepare: async (suite) => ({
      input: { ids: [await member(suite)], accessUntil: '2099-12-31' },
      token: suite.admin.token,
    }),
  },
  { call: tenantUserDelete, prepare: aboutMember(() => ({})) },
]
