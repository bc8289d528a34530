import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { id, optionalDate, optionalTimeZone } from './fields.ts'
import { textKey } from './texts.ts'

export const pageSizes = [10, 20, 50, 100] as const
export const defaultPageSize = 10
/** Maximum number of rows in one response. */
export const maxLimit = 10_000
/** Default paging of lookups for dropdowns. */
export const lookupLimit = 1000
/** Lists with up to this many rows are counted exactly; beyond it the count is an estimate. */
export const exactCountLimit = 10_000
/** Keyword matches in a long list are counted exactly up to this number. */
export const exactSearchLimit = 1000

const wholeNumber = (min: number, max: number, fallback: number) =>
  z._default(
    z.coerce
      .number(textKey('rule.integer'))
      .check(
        z.int(textKey('rule.integer')),
        z.minimum(min, textKey('rule.tooSmall')),
        z.maximum(max, textKey('rule.tooLarge')),
      ),
    fallback,
  )

/** Fields of every paged list, to be spread into its request. */
export const paging = {
  limit: wholeNumber(1, maxLimit, defaultPageSize),
  page: wholeNumber(1, 1_000_000_000, 1),
}

/** Sort order of a list by one of the given columns, to be spread into its request. */
export const ordering = <const Column extends string>(columns: readonly [Column, ...Column[]]) => ({
  sortBy: z.optional(z.enum(columns, textKey('rule.choice'))),
  sortOrder: z.optional(z.enum(['asc', 'desc'], textKey('rule.choice'))),
})

/** Returns the fields of a request by name; undefined if it has none. */
const shapeOf = (request: z.ZodMiniType) =>
  (request._zod.def as { readonly shape?: Readonly<Record<string, z.ZodMiniType>> }).shape

/** Whether a list can be ordered by a column. */
export const isOrderedBy = (request: z.ZodMiniType, column: string): boolean =>
  shapeOf(request)?.sortBy?.safeParse(column).success ?? false

/**
 * First and last day of a period as yyyy-MM-dd, both included; '' for no limit. Days are those of `timeZone`, the
 * zone in which the caller sees times, or of the deployment's zone without it. To be spread into a list's request.
 */
export const period = { startTime: optionalDate, endTime: optionalDate, timeZone: optionalTimeZone }

/** Whether a list can be filtered by days (see `period`). */
export const isOfPeriod = (request: z.ZodMiniType): boolean =>
  Object.keys(period).every((field) => field in (shapeOf(request) ?? {}))

/** Total of a list. It always includes the row after the page, if there is one. */
const total = {
  totalCount: z.number(),
  /** True if totalCount is an estimate. */
  totalEstimated: z.optional(z.boolean()),
  /** True if counting stopped at totalCount and more rows exist. */
  totalExceeded: z.optional(z.boolean()),
}

export const ListTotal = z.object(total)
export type ListTotal = z.output<typeof ListTotal>

/** The response of a list. */
export const listOf = <Item extends z.ZodMiniType>(item: Item) => z.object({ list: z.array(item), ...total })

/** Whether a call only reads, and returns a paged list with its total. */
export const isList = ({ effect, response }: Pick<Call, 'effect' | 'response'>): boolean => {
  const { shape } = response._zod.def as { readonly shape?: object }
  return effect === 'read' && shape !== undefined && 'totalCount' in shape
}

/** An entry of a dropdown. */
export const Option = z.object({ code: z.string(), desc: z.string() })
export type Option = z.output<typeof Option>

/** Ids of the records that a call is about: at least one, without duplicates. */
export const ids = z.pipe(
  z
    .array(id, textKey('rule.choose'))
    .check(z.minLength(1, textKey('rule.choose')), z.maxLength(lookupLimit, textKey('rule.tooMany'))),
  z.transform((list: string[]) => [...new Set(list)]),
)
