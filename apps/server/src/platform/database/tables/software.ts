import type { Generated } from 'kysely'
import type { Edited, Text } from './columns.ts'

/** A product beside the suite. */
export interface SoftwareTable extends Edited {
  id: string
  softwareName: string
  softwareNameEn: Text
  describe: Text
  /** The code by which the help menu and the portal know it. */
  webCode: string
  appCode: string
  /** Signs the calls between the product and the suite, encrypted under SECRET_KEY; null until one is set. */
  appKeyEncrypted: string | null
  /** When the key was set; null for one of before that was kept. */
  keySetAt: Date | null
  /** The key before, which is good until `formerKeyEndsAt`; null if there is none. */
  formerKeyEncrypted: string | null
  formerKeyEndsAt: Date | null
  /** Minutes without a call after which a session in the product ends; 0 means never. */
  validityTime: number
  sort: number
  /** 1 RTSM, 2 EDC, 3 CTMS, 4 eTMF; null if nobody is authorized study by study. */
  authorizationStyle: number | null
  /** 0 yes: its users are authorized study by study. */
  isStudyAuthorization: Generated<number>
  /** 0 yes: studies show its databases. */
  projdbShow: Generated<number>
  /** Days before the end of a password that it is called due. */
  remindDay: Generated<number>
  /** Days a password lives. */
  expiredDay: Generated<number>
}
