import { routesSignedBy } from '../../platform/http/route.ts'
import { verifyTeam } from './verify-team.ts'

/** Creates routes for calls that a team signs. Handlers receive the team as `team`. */
export const { handleSigned: handleTeam } = routesSignedBy('team', verifyTeam)
