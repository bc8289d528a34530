import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { largestSort, oneOf, requiredName, requiredText, text, wholeNumber } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** The products by their codes, in the order of the help menu: the codes of those that the suite is delivered with. */
export const softwareCodes = {
  account: '00',
  edc: '020',
  rtsm: '030',
  ctms: '040',
  etmf: '070',
  igcp: '101',
} as const

/** How users of a product are authorized: which roles and scopes an authorization has. */
export const authorizationStyles = { rtsm: 1, edc: 2, ctms: 3, etmf: 4 } as const

/** Whether a statement is true for a product: 0 means yes. */
export const softwareSwitch = { yes: 0, no: 1 } as const

/** Mask of a product's key; sent back it keeps the key. */
export const maskedKey = '********'

/** A year. */
const maxValidity = 525_600

/** Ten years. */
const maxDays = 3650

/** Part of addresses and of headers of HTTP. */
const code = (maxLength: number) =>
  requiredText(maxLength).check(
    z.refine((value) => value === '' || /^[\w.-]+$/.test(value), textKey('software.rule.code')),
  )

/** Visible characters of ASCII, as many as a key must have to withstand guessing. */
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

/** One of the ways of authorization, or none, sent as nothing or 0. */
const style = z.pipe(
  z.transform((value: string | number | null | undefined) => (noStyle.includes(value) ? null : value)),
  z.nullable(oneOf(...Object.values(authorizationStyles))),
)

const fields = {
  softwareName: requiredName(100),
  softwareNameEn: text(200),
  describe: text(500),
  /** The code by which the help menu and the portal know it. */
  webCode: code(20),
  /** Its name in signed calls. */
  appCode: code(50),
  /** Key that signs those calls; returned as `maskedKey`, '' if there is none yet. */
  appKey: key,
  /** Minutes without a call after which a session in the product ends; 0 means never. */
  validityTime: wholeNumber(maxValidity),
  sort: wholeNumber(largestSort),
  /** One of `authorizationStyles`; 0 if nobody is authorized by study. */
  authorizationStyle: z._default(style, null),
  /** 0 yes: its users are authorized study by study. */
  isStudyAuthorization: switched,
  /** 0 yes: studies show its databases. */
  projdbShow: switched,
  /** Days before the end of a password that it is called due. */
  remindDay: z._default(wholeNumber(maxDays), 7),
  /** Days a password lives. */
  expiredDay: z._default(wholeNumber(maxDays), 90),
}

export const SoftwareInput = inputOf(fields)

/** A product beside the suite. */
export const Software = entityOf(fields, {
  /** The name in the caller's language. */
  displayName: z.string(),
  /** When the key was set (ISO 8601, UTC), '' if that is not known. */
  keySetAt: z.string(),
  /** Until when the key before is good too (ISO 8601, UTC); '' if there is none any more. */
  formerKeyEndsAt: z.string(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
})
export type Software = z.output<typeof Software>

/** A product as those see it who authorize people for it: without anything of its key. */
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
