import { routesSignedBy } from '../../platform/http/route.ts'
import { verifyTeam } from './verify-team.ts'

/** Routes of calls that a team signs. Handlers get the team as `team`. */
export const { handleSigned: handleTeam } = routesSignedBy('team', verifyTeam)
