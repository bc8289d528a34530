import * as z from 'zod/mini'
import { entityOf } from '../core/entity.ts'
import { oneOf, reference, versionOrNone, wholeNumberWithin } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** Characters of a tenant's PINs. */
export const pinRules = { letters: 1, digits: 2, both: 3 } as const

/** How a PIN reaches its user. */
export const pinNoticeTypes = { email: 1, sms: 2 } as const

/** How many characters PINs have. */
export const pinLengths = { min: 6, max: 8 } as const

/** A year, in minutes: the maximum validity of PINs that expire. */
const maxDuration = 525_600

/** Defaults of a tenant that has saved nothing: digits only, valid for half an hour, by e-mail. */
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

/** The settings of a tenant, whose id is theirs; the version is 0 if the caller saw none saved. */
export const PinSettingsInput = z.object({ id: reference, ...fields, rowVersion: versionOrNone })

/** The settings of a tenant, whose id is theirs; if none are saved they are the defaults, and the version is 0. */
export const PinSettings = entityOf(fields, {})
export type PinSettings = z.output<typeof PinSettings>
