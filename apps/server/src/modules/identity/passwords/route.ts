import { loginKey } from '@atrium/contract'
import { handleOwn } from '../../../http/route.ts'
import { loginKeyOf } from './login-key.ts'

/** GET /sys/login/key. */
export const loginKeyRoute = handleOwn(loginKey, ({ services }) => loginKeyOf(services))
