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
/** Up to this number rows are counted exactly; beyond it the count is an estimate. */
export const exactCountLimit = 10_000
/** Up to this number the matches of a keyword in a long list are counted exactly. */
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

/** The fields that every paged list takes, to be spread into its request. */
export const paging = {
  limit: wholeNumber(1, maxLimit, defaultPageSize),
  page: wholeNumber(1, 1_000_000_000, 1),
}

/** The order of a list, by a column of a closed set; to be spread into its request. */
export const ordering = <const Column extends string>(columns: readonly [Column, ...Column[]]) => ({
  sortBy: z.optional(z.enum(columns, textKey('rule.choice'))),
  sortOrder: z.optional(z.enum(['asc', 'desc'], textKey('rule.choice'))),
})

/** The fields of a request, by their names; undefined if it has none. */
const shapeOf = (request: z.ZodMiniType) =>
  (request._zod.def as { readonly shape?: Readonly<Record<string, z.ZodMiniType>> }).shape

/** Whether a list can be ordered by a column. */
export const isOrderedBy = (request: z.ZodMiniType, column: string): boolean =>
  shapeOf(request)?.sortBy?.safeParse(column).success ?? false

/**
 * From which day to which, as yyyy-MM-dd, both included; '' for any. Days are those of `timeZone`, the zone in which the
 * caller shows times; without it, of the deployment's. To be spread into the request of a list.
 */
export const period = { startTime: optionalDate, endTime: optionalDate, timeZone: optionalTimeZone }

/** Whether a list is filtered by days, see `period`. */
export const isOfPeriod = (request: z.ZodMiniType): boolean =>
  Object.keys(period).every((field) => field in (shapeOf(request) ?? {}))

/** Total of a list. A row after the page is always included in it. */
const total = {
  totalCount: z.number(),
  /** True where totalCount is an estimate. */
  totalEstimated: z.optional(z.boolean()),
  /** True if there are more than totalCount, where counting ended. */
  totalExceeded: z.optional(z.boolean()),
}

export const ListTotal = z.object(total)
export type ListTotal = z.output<typeof ListTotal>

/** The response of a list. */
export const listOf = <Item extends z.ZodMiniType>(item: Item) => z.object({ list: z.array(item), ...total })

/** Whether a call only reads and returns a list with its total, which people page through. */
export const isList = ({ effect, response }: Pick<Call, 'effect' | 'response'>): boolean => {
  const { shape } = response._zod.def as { readonly shape?: object }
  return effect === 'read' && shape !== undefined && 'totalCount' in shape
}

/** An entry of a dropdown. */
export const Option = z.object({ code: z.string(), desc: z.string() })
export type Option = z.output<typeof Option>

/** The things that a call is about, each once; at least one. */
export const ids = z.pipe(
  z
    .array(id, textKey('rule.choose'))
    .check(z.minLength(1, textKey('rule.choose')), z.maxLength(lookupLimit, textKey('rule.tooMany'))),
  z.transform((list: string[]) => [...new Set(list)]),
)
