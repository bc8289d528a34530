import type { tenantList } from '@atrium/contract'
import type { Measured as MeasuredOf } from '../lib/measure.ts'
import type { Scenario } from './scenarios.ts'

export const callers = 4

/** What a scenario cost. */
export type Measured = MeasuredOf<typeof tenantList, Scenario>
