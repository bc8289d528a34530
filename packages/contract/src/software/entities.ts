import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { largestSort, oneOf, requiredName, requiredText, text, wholeNumber } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** Codes of the products that the suite is delivered with, in the order of the help menu. */
export const softwareCodes = {
  account: '00',
  edc: '020',
  rtsm: '030',
  ctms: '040',
  etmf: '070',
  igcp: '101',
} as const

/** Authorization style of a product: it determines the roles and scopes of an authorization. */
export const authorizationStyles = { rtsm: 1, edc: 2, ctms: 3, etmf: 4 } as const

/** How the users of a product are signed in to it: by a one-time code of Atrium, or by OpenID Connect. */
export const signInStyles = { handOver: 1, openId: 2 } as const

/** Values of a product's yes/no settings; 0 means yes. */
export const softwareSwitch = { yes: 0, no: 1 } as const

/** Mask of a product's key. Sending it back keeps the key. */
export const maskedKey = '********'

/** One year in minutes. */
const maxValidity = 525_600

/** Ten years in days. */
const maxDays = 3650

/** Used in URLs and HTTP headers, hence the restricted characters. */
const code = (maxLength: number) =>
  requiredText(maxLength).check(
    z.refine((value) => value === '' || /^[\w.-]+$/.test(value), textKey('software.rule.code')),
  )

/** Visible ASCII characters; the minimum length protects the key against guessing. */
const keyPattern = /^[!-~]{16,128}$/

const key = z.string(textKey('rule.required')).check(
  z.trim(),
  z.minLength(1, textKey('rule.required')),
  z.refine(
    (value) => value === '' || value === maskedKey || keyPattern.test(value),
    textKey('software.rule.key'),
  ),
)

const switched = z._default(oneOf(softwareSwitch.yes, softwareSwitch.no), softwareSwitch.no)

const noStyle: readonly unknown[] = [null, undefined, '', 0, '0']

/** An authorization style, or none, which is sent as a missing value or 0. */
const style = z.pipe(
  z.transform((value: string | number | null | undefined) => (noStyle.includes(value) ? null : value)),
  z.nullable(oneOf(...Object.values(authorizationStyles))),
)

const fields = {
  softwareName: requiredName(100),
  softwareNameEn: text(200),
  describe: text(500),
  /** Code of the product in the help menu and the portal. */
  webCode: code(20),
  /** Name of the product in signed calls. */
  appCode: code(50),
  /** Key that signs these calls; returned as `maskedKey`, or as '' if there is no key yet. */
  appKey: key,
  /** Minutes of inactivity after which a session in the product ends; 0 for never. */
  validityTime: wholeNumber(maxValidity),
  sort: wholeNumber(largestSort),
  /** An authorization style; 0 if users are not authorized by study. */
  authorizationStyle: z._default(style, null),
  /** 0 if users are authorized for each study separately. */
  isStudyAuthorization: switched,
  /** 0 if studies show the product's databases. */
  projdbShow: switched,
  /** Days before a password expires from which it is reported as due. */
  remindDay: z._default(wholeNumber(maxDays), 7),
  /** Lifetime of a password in days. */
  expiredDay: z._default(wholeNumber(maxDays), 90),
  signInStyle: z._default(oneOf(...Object.values(signInStyles)), signInStyles.handOver),
}

export const SoftwareInput = inputOf(fields)

/** A product of the platform. */
export const Software = entityOf(fields, {
  /** Name in the caller's language. */
  displayName: z.string(),
  /** When the key was set (ISO 8601, UTC); '' if unknown. */
  keySetAt: z.string(),
  /** When the previous key stops working (ISO 8601, UTC); '' if there is none any more. */
  formerKeyEndsAt: z.string(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
})
export type Software = z.output<typeof Software>

/** A product without any data of its key, for callers who authorize users in it. */
export const SoftwareOfStudies = z.pick(Software, {
  id: true,
  softwareName: true,
  softwareNameEn: true,
  displayName: true,
  describe: true,
  webCode: true,
  appCode: true,
  sort: true,
  authorizationStyle: true,
  isStudyAuthorization: true,
  projdbShow: true,
})
