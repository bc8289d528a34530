import type { Generated } from 'kysely'
import type { Edited, Text } from './columns.ts'

/** A product that works with the suite. */
export interface SoftwareTable extends Edited {
  id: string
  softwareName: string
  softwareNameEn: Text
  describe: Text
  /** Code by which the help menu and the portal identify the product. */
  webCode: string
  appCode: string
  /** Key that signs the calls between product and suite, encrypted under SECRET_KEY; null until one is set. */
  appKeyEncrypted: string | null
  /** Time at which the key was set; null for keys from before this was stored. */
  keySetAt: Date | null
  /** Previous key, valid until `formerKeyEndsAt`; null if there is none. */
  formerKeyEncrypted: string | null
  formerKeyEndsAt: Date | null
  /** Minutes without a call after which a session in the product ends; 0 means never. */
  validityTime: number
  sort: number
  /** 1 RTSM, 2 EDC, 3 CTMS, 4 eTMF; null if users are not authorized per study. */
  authorizationStyle: number | null
  /** 0 yes: its users are authorized per study. 1 no. */
  isStudyAuthorization: Generated<number>
  /** 0 yes: studies show its databases. 1 no. */
  projdbShow: Generated<number>
  /** Days before its expiry from which a password counts as due. */
  remindDay: Generated<number>
  /** Lifetime of a password, in days. */
  expiredDay: Generated<number>
  /** 1 one-time code, 2 OpenID Connect. */
  signInStyle: Generated<number>
}
