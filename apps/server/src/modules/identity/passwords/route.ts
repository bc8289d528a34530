import { loginKey } from '@atrium/contract'
import { handleOwn } from '../../../http/route.ts'
import { loginKeyOf } from './login-key.ts'

/** GET /sys/login/key. */
export const loginKeyRoute = handleOwn(loginKey, async ({ services }) => {
  const { keyId, publicKey, time } = await loginKeyOf(services)
  return { keyId, publicKey, time: time.getTime() }
})
