import { figure, markdownTable } from './markdown.ts'

/** A measured figure against the one to reach. */
export interface Check {
  readonly what: string
  readonly measured: number
  readonly limit: number
  /** `most`: the measured figure may not be above the limit. `least`: it may not be below. */
  readonly bound: 'max' | 'min'
  readonly unit?: string
  readonly decimals?: number
}

export const passes = ({ measured, limit, bound }: Check): boolean =>
  bound === 'max' ? measured <= limit : measured >= limit

/** The checks as a table that ends each row with pass or FAIL. */
export function verdictTable(checks: readonly Check[]): string {
  return markdownTable(
    ['check', 'measured', 'to reach', 'verdict'],
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
