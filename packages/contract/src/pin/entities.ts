import * as z from 'zod/mini'
import { entityOf } from '../core/entity.ts'
import { oneOf, reference, versionOrNone, wholeNumberWithin } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** Characters in a tenant's PINs. */
export const pinRules = { letters: 1, digits: 2, both: 3 } as const

/** How a PIN is sent to its user. */
export const pinNoticeTypes = { email: 1, sms: 2 } as const

/** Minimum and maximum length of PINs in characters. */
export const pinLengths = { min: 6, max: 8 } as const

/** Maximum validity of PINs that expire: one year, in minutes. */
const maxDuration = 525_600

/** Defaults for a tenant without saved settings: digits only, valid for half an hour, sent by e-mail. */
export const defaultPin = {
  pinRule: pinRules.digits,
  pinLength: pinLengths.min,
  pinNoticeType: pinNoticeTypes.email,
  pinDuration: 30,
} as const

const fields = {
  pinRule: oneOf(...Object.values(pinRules)),
  pinLength: wholeNumberWithin(pinLengths.min, pinLengths.max, textKey('pin.rule.length')),
  pinNoticeType: oneOf(...Object.values(pinNoticeTypes)),
  /** Validity of a PIN in minutes; 0 means that it never expires. */
  pinDuration: wholeNumberWithin(0, maxDuration, textKey('pin.rule.duration')),
}

/** PIN settings of a tenant. The id is the tenant's; the version is 0 if the caller has read no saved settings. */
export const PinSettingsInput = z.object({ id: reference, ...fields, rowVersion: versionOrNone })

/** PIN settings of a tenant. The id is the tenant's. Without saved settings, these are the defaults with version 0. */
export const PinSettings = entityOf(fields, {})
export type PinSettings = z.output<typeof PinSettings>
