import * as z from 'zod/mini'

/**
 * The shape of a request or response, without limits on its values. A string names plain types (`string`, or
 * `"asc"|"desc"` as JSON), brackets denote an array, and an object lists its fields. A field with `?` is optional,
 * `*` stands for any other field, and `|` lists the shapes of a union.
 */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape | readonly Shape[] }

const isShape = (value: unknown): boolean => {
  if (typeof value === 'string') return true
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.length === 1 && isShape(value[0])
  return Object.entries(value).every(([field, held]) =>
    field === '|' && Array.isArray(held) ? held.every(isShape) : isShape(held),
  )
}

const Shape = z.custom<Shape>(isShape)

/** Calls by method and path, such as `POST /tenant/save`. */
export const Calls = z.record(z.string(), z.object({ request: Shape, answer: Shape }))
export type Calls = z.output<typeof Calls>

const alternatives = (shape: Shape): readonly Shape[] => {
  if (typeof shape === 'string') return shape.split('|')
  const union = '|' in shape ? shape['|'] : undefined
  return Array.isArray(union) ? union.flatMap(alternatives) : [shape]
}

/** Whether every value of one plain type also belongs to another: `"asc"` is a string. */
const isKindOf = (given: string, taken: string): boolean =>
  given === taken || (/^(["\d-]|true$|false$)/.test(given) && typeof JSON.parse(given) === taken)

const below = (path: string, fault: string): string => (fault === '' ? path : `${path}.${fault}`)

/**
 * Finds where a value of one shape may not fit another.
 * @param whole whether fields unknown to the receiver also count as a mismatch, because the sent values would be lost
 * @returns the path of a field, or '' for the value itself; undefined if the value fits
 */
export function misfit(given: Shape, taken: Shape, whole: boolean): string | undefined {
  if (taken === 'any') return undefined
  const offers = alternatives(taken)
  for (const one of alternatives(given)) {
    const faults = offers.map((offer) => misfitOfOne(one, offer, whole))
    // Report the mismatch with the shape that comes closest.
    if (!faults.includes(undefined)) return faults.find((fault) => fault !== '') ?? ''
  }
  return undefined
}

function misfitOfOne(given: Shape, taken: Shape, whole: boolean): string | undefined {
  if (typeof given === 'string' || typeof taken === 'string')
    return typeof given === 'string' && typeof taken === 'string' && isKindOf(given, taken) ? undefined : ''
  if (Array.isArray(given) || Array.isArray(taken)) {
    if (!Array.isArray(given) || !Array.isArray(taken)) return ''
    return misfit(given[0] as Shape, taken[0] as Shape, whole)
  }
  return misfitOfFields(given as Fields, taken as Fields, whole)
}

type Fields = Readonly<Record<string, Shape>>

function misfitOfFields(given: Fields, taken: Fields, whole: boolean): string | undefined {
  for (const [field, shape] of Object.entries(taken)) {
    const name = field.replace(/\?$/, '')
    const mayLack = field !== name || name === '*'
    const held = given[name] ?? (mayLack ? given[`${name}?`] : undefined)
    if (held === undefined && mayLack) continue
    const fault = held === undefined ? '' : misfit(held, shape, whole)
    if (fault !== undefined) return below(name, fault)
  }
  if (!whole || '*' in taken) return undefined
  const known = new Set(Object.keys(taken).map((field) => field.replace(/\?$/, '')))
  return Object.keys(given)
    .map((field) => field.replace(/\?$/, ''))
    .find((name) => !known.has(name))
}
