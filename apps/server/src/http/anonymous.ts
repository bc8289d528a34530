import { defaultLanguage } from '@atrium/contract'
import type { Caller } from '../modules/identity/session/caller.ts'

/** Whoever makes a public call: nobody in particular, holding nothing. */
export const anonymous: Caller = {
  userId: '',
  userName: '',
  language: defaultLanguage,
  superAdmin: false,
  menus: new Set(),
  memberships: [],
  sessionHash: '',
}
