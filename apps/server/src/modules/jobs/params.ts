import { JobFailure } from './scheduler/handler.ts'

/** Maximum number of days in the params. */
const maxDays = 36_500

/**
 * Parses the number of days in the params of a job, such as `days=180`.
 * @param usual number of days if the params are empty
 * @throws JobFailure for other params
 */
export function daysOf(params: string, usual: number): number {
  if (params.trim() === '') return usual
  const days = Number(/^\s*days\s*=\s*([1-9]\d{0,4})\s*$/.exec(params)?.[1])
  if (!(days <= maxDays)) throw new JobFailure({ key: 'job.outcome.daysExpected', params: { days: usual } })
  return days
}
