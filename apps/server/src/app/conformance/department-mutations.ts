import { departmentDelete, departmentSave, departmentUserSave } from '@atrium/contract'
import { addUser, send } from '../../modules/identity/sign-in/test-kit/index.ts'
import type { Suite } from '../test-kit/index.ts'
import { type Mutation, saved, uniqueText } from './prepared.ts'

const department = ({ here: { tenantId } }: Suite) => ({
  tenantId,
  parentId: '0',
  departmentName: uniqueText('检验部门'),
})

/** Adds a member of the tenant who is in no department yet. */
const colleague: Mutation['prepare'] = async (suite) => {
  const { server, database, here } = suite
  const { tenantId, token } = here
  const { id: userId } = await addUser(database)
  await database.owner.insertInto('tenantUser').values({ tenantId, id: userId, userId }).execute()
  const { data } = await send(server, departmentSave, department(suite), { token })
  return { input: { tenantId, userId, departmentId: String(data) }, token }
}

/** Adds a member of the tenant and a department. */
const placed = async ({ database: { owner } }: Suite, userName: string) => {
  const { tenantId, userId } = await owner
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select(['tenantUser.tenantId', 'tenantUser.userId'])
    .where('appUser.userName', '=', userName)
    .executeTakeFirstOrThrow()
  const { id: departmentId } = await owner
    .selectFrom('department')
    .select('id')
    .where('tenantId', '=', tenantId)
    .executeTakeFirstOrThrow()
  return { tenantId, userId, departmentId }
}

/** Mutations of departments and their members. */
export const departmentMutations: readonly Mutation[] = [
  {
    call: departmentSave,
    prepare: async (suite) => ({ input: department(suite), token: suite.here.token }),
  },
  {
    call: departmentDelete,
    prepare: (suite) => saved(suite, departmentSave, department(suite), suite.here.token),
  },
  { call: departmentUserSave, prepare: colleague, about: placed },
]
