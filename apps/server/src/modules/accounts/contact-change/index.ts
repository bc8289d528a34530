import type { Route } from '../../../http/index.ts'
import { changeContactRoute, sendContactCodeRoute, sendContactProofRoute } from './begin-routes.ts'
import { confirmContactRoute, contactStateRoute, withdrawContactRoute } from './end-routes.ts'

export { notifyContactChange, type ReachedSoFar } from './notify.ts'

/** Changing one's own e-mail address or phone: a proof, then the code that was sent to the new one. */
export const contactRoutes: readonly Route[] = [
  contactStateRoute,
  sendContactProofRoute,
  changeContactRoute,
  sendContactCodeRoute,
  confirmContactRoute,
  withdrawContactRoute,
]
