import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { textKey } from '../core/texts.ts'
import { Overview, timeRanges } from './entities.ts'

const call = callOf('operations')

/** Time range that the user selects. */
export const timeRange = z.enum(timeRanges, textKey('rule.choose'))

export const operationsOverview = call({
  method: 'GET',
  path: '/operations/overview',
  summary: 'Overview of calls, messages, seals, jobs, server processes and storage',
  access: menu('operations'),
  effect: 'read',
  request: z.object({ range: timeRange }),
  response: Overview,
  addition: 'Operators see the health of the deployment without another tool.',
})
