/** A line of a chart. */
export interface TimeSeries {
  readonly name: string
  /** One for each step. */
  readonly values: readonly number[]
  readonly tone: 'main' | 'bad'
}
