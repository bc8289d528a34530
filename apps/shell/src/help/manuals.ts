import type { RouteName } from '@atrium/shared-api'

/** All manuals. Each one is `<name>.md` in the folder of a language. */
export const manuals = [
  { name: 'common', route: 'helpCommon', software: '101' },
  { name: 'account', route: 'helpAccount', software: '00' },
  { name: 'edc', route: 'helpEDC', software: '020' },
  { name: 'rtsm', route: 'helpRTSM', software: '030' },
  { name: 'ctms', route: 'helpCTMS', software: '040' },
  { name: 'etmf', route: 'helpETMF', software: '070' },
] as const satisfies readonly {
  readonly name: string
  readonly route: RouteName
  /** Code of the product whose users see the manual in the help menu. */
  readonly software: string
}[]

type Manual = (typeof manuals)[number]
export type ManualName = Manual['name']

/** Returns the manual of a product, by the product's code. */
export const manualOf = (software: string): Manual | undefined =>
  manuals.find((manual) => manual.software === software)

/** Base path of the manuals in all languages on the server. */
export const manualsPath = '/manuals'
