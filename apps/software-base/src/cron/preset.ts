import {
  type CronField,
  type CronFieldName,
  type CronFields,
  cronFieldNames,
  cronRanges,
  formatCronField,
  type PlainField,
  valuesOf,
} from '@atrium/contract/cron'

/** Most common schedules, in display order. */
export const presetKinds = ['daily', 'weekdays', 'minutes', 'monthly'] as const
export type PresetKind = (typeof presetKinds)[number]

/** Intervals in minutes that divide an hour, so that runs are also evenly spaced across hours. */
export const presetIntervals = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30] as const

/** Value for the last day of a month. */
export const lastDay = 'L'

/** Preset in the builder. All kinds share the same blanks. */
export interface PresetDraft {
  /** Undefined while another schedule is edited. */
  readonly kind: PresetKind | undefined
  /** Time of day, as typed. */
  readonly time: string
  /** Interval in minutes. */
  readonly every: string
  /** Day of the month, or `lastDay`. */
  readonly day: string
}

export type PresetBlank = Exclude<keyof PresetDraft, 'kind'>

/** Initial values, without a selected preset. */
export const freshPreset: PresetDraft = { kind: undefined, time: '02:00', every: '5', day: '1' }

const every = { kind: 'every' } as const
const none = { kind: 'none' } as const
const one = (value: number): PlainField => ({ kind: 'list', values: [value] })

/** Parses a time of day into hour and minute. Accepts the wide digits and colon of Chinese input methods. */
function timeOf(text: string): { readonly hour: PlainField; readonly minute: PlainField } | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text.normalize('NFKC').trim()) ?? []
  if (Number(hour) > cronRanges.hour.max || Number(minute) > cronRanges.minute.max) return undefined
  return hour === undefined ? undefined : { hour: one(Number(hour)), minute: one(Number(minute)) }
}

/** Returns the cron fields of a preset, undefined if no preset is selected or its time is invalid. */
export function fieldsOfPreset({ kind, ...preset }: PresetDraft): CronFields | undefined {
  const base = { second: one(0), month: every, year: every }
  if (kind === 'minutes') {
    const minute: PlainField = { kind: 'step', from: 0, every: Number(preset.every) }
    return { ...base, minute, hour: every, day: every, week: none }
  }
  const time = timeOf(preset.time)
  if (!kind || !time) return undefined
  if (kind === 'daily') return { ...base, ...time, day: every, week: none }
  if (kind === 'weekdays') return { ...base, ...time, day: none, week: { kind: 'range', from: 2, to: 6 } }
  const day = preset.day === lastDay ? ({ kind: 'last', before: 0 } as const) : one(Number(preset.day))
  return { ...base, ...time, day, week: none }
}

const isPlain = (field: CronField): field is PlainField =>
  ['every', 'range', 'step', 'list'].includes(field.kind)

/** Returns a normalised form of a field, equal for notations with the same meaning. */
const meaningOf = (name: CronFieldName, field: CronField): string =>
  isPlain(field) ? valuesOf(name, field).join() : formatCronField(field)

const twoDigits = (text: string): string => text.padStart(2, '0')

/**
 * Returns the preset that an expression matches, in any notation.
 * @returns undefined for other expressions
 */
export function presetOf(fields: CronFields): Partial<PresetDraft> | undefined {
  const { minute, hour, day } = fields
  const [hours, minutes] = [meaningOf('hour', hour), meaningOf('minute', minute)]
  const time = `${twoDigits(hours)}:${twoDigits(minutes)}`
  const candidates: Partial<PresetDraft>[] = [
    { kind: 'daily', time },
    { kind: 'weekdays', time },
    { kind: 'monthly', time, day: meaningOf('day', day) },
    ...presetIntervals.map((interval) => ({ kind: 'minutes' as const, every: String(interval) })),
  ]
  return candidates.find((candidate) => {
    const built = fieldsOfPreset({ ...freshPreset, ...candidate })
    return (
      built && cronFieldNames.every((name) => meaningOf(name, built[name]) === meaningOf(name, fields[name]))
    )
  })
}

/** Returns whether an expression comes due every second, even if only in some hours or on some days. */
export const isEverySecond = ({ second }: CronFields): boolean =>
  meaningOf('second', second) === meaningOf('second', every)
