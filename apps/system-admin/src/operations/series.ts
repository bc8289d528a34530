/** A line of a chart. */
export interface TimeSeries {
  readonly name: string
  /** One value for each step. */
  readonly values: readonly number[]
  readonly tone: 'main' | 'bad'
}
