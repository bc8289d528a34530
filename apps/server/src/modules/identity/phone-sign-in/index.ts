import { sendSignInCodeRoute } from './send-route.ts'
import { signInByPhoneRoute } from './sign-in-route.ts'

export const phoneRoutes = [sendSignInCodeRoute, signInByPhoneRoute]
