import {
  categories,
  changePassword,
  changePasswordByName,
  dictionaryDelete,
  dictionarySave,
  signIn,
  signOut,
  tenantDelete,
  tenantSave,
} from '@atrium/contract'
import { addUser, encrypt, password, signInAs } from '../../modules/identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import type { Suite } from '../test-kit/index.ts'
import { accessMutations } from './access-mutations.ts'
import { accessRequestMutations } from './access-request-mutations.ts'
import { accessReviewMutations } from './access-review-mutations.ts'
import { accountMutations } from './account-mutations.ts'
import { changeReasonMutations } from './change-reason-mutations.ts'
import { departmentMutations } from './department-mutations.ts'
import { dutyMutations } from './duty-mutations.ts'
import { exportMutations } from './export-mutations.ts'
import { holidayMutations } from './holiday-mutations.ts'
import { inspectionMutations } from './inspection-mutations.ts'
import { invitationMutations } from './invitation-mutations.ts'
import { jobMutations } from './job-mutations.ts'
import { licenceMutations } from './licence-mutations.ts'
import { membershipMutations } from './membership-mutations.ts'
import { messageMutations } from './message-mutations.ts'
import { overrideMutations } from './override-mutations.ts'
import { pinMutations } from './pin-mutations.ts'
import { portalMutations } from './portal-mutations.ts'
import { type Mutation, saved, uniqueText } from './prepared.ts'
import { privacyMutations } from './privacy-mutations.ts'
import { productMutations } from './product-mutations.ts'
import { releaseMutations } from './release-mutations.ts'
import { sessionMutations } from './session-mutations.ts'
import { signatureMutations } from './signature-mutations.ts'
import { strategyMutations } from './strategy-mutations.ts'
import { studyMutations } from './study-mutations.ts'
import { studySiteMutations } from './study-site-mutations.ts'
import { studySoftwareMutations } from './study-software-mutations.ts'
import { studyUserMutations } from './study-user-mutations.ts'
import { tenantSiteMutations } from './tenant-site-mutations.ts'
import { tenantUserMutations } from './tenant-user-mutations.ts'
import { trailReviewMutations } from './trail-review-mutations.ts'
import { trainingMutations } from './training-mutations.ts'
import { userMutations } from './user-mutations.ts'

const tenant = () => ({
  tenantName: uniqueText('检验租户'),
  abbr: 'TT',
  categoryId: globalEntryId(categories.tenantCategory, 'SPONSOR'),
})

const entry = (tenantId: string) => ({
  tenantId,
  categoryId: categories.position,
  dicName: '岗位',
  dicCode: uniqueText('CODE'),
  sort: 1,
})

/** New password in password changes. */
const other = 'Other0Password'

/** Returns the caller's password and a new password for a user, both encrypted. The user may be the caller. */
const passwordsOf = async ({ server }: Suite, name: string, callerName = name) => ({
  password: await encrypt(server, { password, purpose: 'change-old', name: callerName }),
  newPassword: await encrypt(server, { password: other, purpose: 'change-new', name }),
})

const ownPassword = async (suite: Suite) => {
  const { userName } = await addUser(suite.database)
  return { token: await signInAs(suite.server, userName), input: await passwordsOf(suite, userName) }
}

const passwordByName = async ({ server, database }: Suite) => {
  const { userName } = await addUser(database, { passwordMustChange: true })
  return {
    input: {
      username: userName,
      password: await encrypt(server, { password, purpose: 'due-change-old', name: userName }),
      newPassword: await encrypt(server, { password: other, purpose: 'due-change-new', name: userName }),
    },
  }
}

/** All mutating calls of the contract. */
export const mutations: readonly Mutation[] = [
  {
    call: signIn,
    spent: true,
    prepare: async ({ server, database }) => {
      const { userName } = await addUser(database)
      const sent = await encrypt(server, { password, purpose: 'sign-in', name: userName })
      return { input: { userName, password: sent } }
    },
  },
  {
    call: signOut,
    prepare: async ({ server, database }) => {
      const { userName } = await addUser(database)
      return { input: {}, token: await signInAs(server, userName) }
    },
  },
  { call: changePassword, prepare: ownPassword, about: passwordsOf, spent: true },
  { call: changePasswordByName, prepare: passwordByName, spent: true },
  ...accountMutations,
  ...accessMutations,
  ...accessReviewMutations,
  ...accessRequestMutations,
  ...changeReasonMutations,
  ...departmentMutations,
  ...dutyMutations,
  ...exportMutations,
  ...holidayMutations,
  ...inspectionMutations,
  ...invitationMutations,
  ...jobMutations,
  ...licenceMutations,
  ...messageMutations,
  ...overrideMutations,
  ...pinMutations,
  ...membershipMutations,
  ...portalMutations,
  ...privacyMutations,
  ...productMutations,
  ...tenantSiteMutations,
  ...tenantUserMutations,
  ...trailReviewMutations,
  ...trainingMutations,
  ...userMutations,
  ...releaseMutations,
  ...sessionMutations,
  ...signatureMutations,
  ...strategyMutations,
  ...studyMutations,
  ...studySiteMutations,
  ...studySoftwareMutations,
  ...studyUserMutations,
  { call: tenantSave, prepare: async ({ admin }) => ({ input: tenant(), token: admin.token }) },
  { call: tenantDelete, prepare: (suite) => saved(suite, tenantSave, tenant(), suite.admin.token) },
  { call: dictionarySave, prepare: async ({ here }) => ({ input: entry(here.tenantId), token: here.token }) },
  {
    call: dictionaryDelete,
    prepare: (suite) => saved(suite, dictionarySave, entry(suite.here.tenantId), suite.here.token),
  },
]
