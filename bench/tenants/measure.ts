import type { tenantList } from '@atrium/contract'
import type { Measured as MeasuredOf } from '../lib/measure.ts'
import type { Scenario } from './scenarios.ts'

export const callers = 4

/** Cost of a scenario. */
export type Measured = MeasuredOf<typeof tenantList, Scenario>
