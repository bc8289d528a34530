import { dutyDelete, dutySave, softwareCodes } from '@atrium/contract'
import { type Mutation, saved, uniqueText } from './prepared.ts'

/** Returns a new pair of roles for a tenant. */
export const duty = (tenantId: string) => ({
  tenantId,
  softwareId: softwareCodes.edc,
  roleId: uniqueText('CRA'),
  roleName: '监查员',
  otherSoftwareId: softwareCodes.ctms,
  otherRoleId: uniqueText('PM'),
  otherRoleName: '{"chs":"项目经理","en":"Project manager"}',
  reason: '监查与项目管理分离',
})

export const dutyMutations: readonly Mutation[] = [
  { call: dutySave, prepare: async ({ here }) => ({ input: duty(here.tenantId), token: here.token }) },
  {
    call: dutyDelete,
    prepare: (suite) => saved(suite, dutySave, duty(suite.here.tenantId), suite.here.token),
  },
]
