import type { changePassword, changePasswordByName, RequestOf } from '@atrium/contract'
import type { Route } from '../../http/route.ts'
import { recordingFailures } from '../failed-sign-ins/index.ts'
import { changePasswordByNameRoute, changePasswordRoute } from './routes.ts'

export { setPassword } from './set-password.ts'

type ByName = RequestOf<typeof changePasswordByName>
type InSession = RequestOf<typeof changePassword>

/** Changing a password by the old one. */
export const passwordChangeRoutes: readonly Route[] = [
  recordingFailures(changePasswordRoute, ({ id }: InSession, { userId }) => ({ userId: id || userId })),
  recordingFailures(changePasswordByNameRoute, ({ username: userName }: ByName) => ({ userName })),
]
