import { figure, markdownTable } from './markdown.ts'

/** A measured figure with its limit. */
export interface Check {
  readonly what: string
  readonly measured: number
  readonly limit: number
  /** `max`: the measured figure must not exceed the limit. `min`: it must not be less. */
  readonly bound: 'max' | 'min'
  readonly unit?: string
  readonly decimals?: number
}

export const passes = ({ measured, limit, bound }: Check): boolean =>
  bound === 'max' ? measured <= limit : measured >= limit

/** Returns the checks as a table; each row ends with pass or FAIL. */
export function verdictTable(checks: readonly Check[]): string {
  return markdownTable(
    ['check', 'measured', 'limit', 'verdict'],
    checks.map((check) => {
      const show = (value: number) =>
        `${figure(value, check.decimals ?? 0)}${check.unit ? ` ${check.unit}` : ''}`
      const sign = check.bound === 'max' ? '≤' : '≥'
      return [
        check.what,
        show(check.measured),
        `${sign} ${show(check.limit)}`,
        passes(check) ? 'pass' : '**FAIL**',
      ]
    }),
  )
}
