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

/** The schedules that most jobs have, in the order in which they are shown. */
export const presetKinds = ['daily', 'weekdays', 'minutes', 'monthly'] as const
export type PresetKind = (typeof presetKinds)[number]

/** The intervals that divide an hour, so that there are as many minutes between hours too. */
export const presetIntervals = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30] as const

/** Stands for the last day of a month among its days. */
export const lastDay = 'L'

/** A preset while it is edited. The kinds share their blanks. */
export interface PresetDraft {
  /** undefined while another schedule is edited. */
  readonly kind: PresetKind | undefined
  /** The time of day, as typed. */
  readonly time: string
  /** Minutes. */
  readonly every: string
  /** A day of the month, or `lastDay`. */
  readonly day: string
}

export type PresetBlank = Exclude<keyof PresetDraft, 'kind'>

/** Nothing chosen yet. */
export const freshPreset: PresetDraft = { kind: undefined, time: '02:00', every: '5', day: '1' }

const every = { kind: 'every' } as const
const none = { kind: 'none' } as const
const one = (value: number): PlainField => ({ kind: 'list', values: [value] })

/** Hour and minute of a time, also one typed with the wide digits and colon of Chinese input methods. */
function timeOf(text: string): { readonly hour: PlainField; readonly minute: PlainField } | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text.normalize('NFKC').trim()) ?? []
  if (Number(hour) > cronRanges.hour.max || Number(minute) > cronRanges.minute.max) return undefined
  return hour === undefined ? undefined : { hour: one(Number(hour)), minute: one(Number(minute)) }
}

/** Returns the fields of a preset; undefined while none is chosen or its time is invalid. */
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

/** The meaning of a field, however it is written. */
const meaningOf = (name: CronFieldName, field: CronField): string =>
  isPlain(field) ? valuesOf(name, field).join() : formatCronField(field)

const twoDigits = (text: string): string => text.padStart(2, '0')

/** Returns the preset that an expression matches, however it is written; undefined for any other. */
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

/** Whether an expression comes due every second, even if only in some hours or on some days. */
export const isEverySecond = ({ second }: CronFields): boolean =>
  meaningOf('second', second) === meaningOf('second', every)
