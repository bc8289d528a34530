import { userResetPassword, userSave, userUpdate, userUpdateImportant } from '@atrium/contract'
import { ordinaryUser } from '../../modules/access/index.ts'
import { addUser } from '../../modules/identity/sign-in/test-kit/index.ts'
import type { Suite } from '../test-kit/index.ts'
import { type Mutation, uniqueText } from './prepared.ts'

const contacts = () => {
  const email = uniqueText('colleague').concat('@hospital.example')
  return { email, phone: `137${uniqueText('').padStart(8, '0')}` }
}

const newcomer: Mutation['prepare'] = async ({ admin }) => ({
  input: { ...contacts(), fullName: '新同事', userName: uniqueText('colleague'), roleId: ordinaryUser.id },
  token: admin.token,
})

/** Adds a user with a phone number and an e-mail address, so that every change is possible. */
const somebody = async ({ database }: Suite) => {
  const { email, phone } = contacts()
  return addUser(database, { email, emailKey: email, phone, phoneKey: phone })
}

const aboutSomebody =
  (input: () => Record<string, unknown>): Mutation['prepare'] =>
  async (suite) => ({
    input: { id: (await somebody(suite)).id, ...input() },
    token: suite.admin.token,
  })

/** Mutations with which the platform manages users. */
export const userMutations: readonly Mutation[] = [
  { call: userSave, prepare: newcomer },
  {
    call: userUpdate,
    prepare: aboutSomebody(() => ({ roleId: ordinaryUser.id, status: '0', sex: '1', remark: '备注' })),
  },
  { call: userUpdateImportant, prepare: aboutSomebody(() => ({ ...contacts(), fullName: '改名' })) },
  { call: userResetPassword, prepare: aboutSomebody(() => ({})) },
]
