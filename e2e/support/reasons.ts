import { globalTenantId, reasonPolicy, reasonPolicySave, signIn, signOut } from '@atrium/contract'
import { apiOf } from './api.ts'
import { encryptPassword } from './passwords.ts'
import { administrator } from './suite.ts'

/** Makes the platform's policy ask for no reasons. */
export async function askForNoReasons(): Promise<void> {
  const { userName } = administrator
  const password = await encryptPassword({ ...administrator, purpose: 'sign-in', name: userName })
  const api = apiOf((await apiOf('')(signIn, { userName, password })).token)
  const { reasons, rowVersion } = await api(reasonPolicy, { tenantId: globalTenantId })
  await api(reasonPolicySave, { tenantId: globalTenantId, kinds: [], reasons, rowVersion })
  await api(signOut, {})
}
