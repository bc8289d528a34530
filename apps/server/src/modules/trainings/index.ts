import type { Route } from '../../platform/http/route.ts'
import { catalogueRoutes } from './catalogue.ts'
import { choicesRoute } from './choices.ts'
import { evidenceRoutes } from './evidence.ts'
import { overrideRoutes } from './overrides.ts'
import { reportRoute } from './report.ts'
import { requirementRoutes } from './requirements.ts'
import { traineesRoute } from './trainees.ts'

export { applyTrainings } from './apply.ts'
export { addEvidence } from './evidence.ts'
export { ownTrainings } from './notices.ts'
export { trainingReminder } from './reminder.ts'

/** Trainings that roles in studies need, their evidence, and who waits for them. */
export const trainingRoutes: readonly Route[] = [
  ...catalogueRoutes,
  ...requirementRoutes,
  choicesRoute,
  traineesRoute,
  ...evidenceRoutes,
  reportRoute,
  ...overrideRoutes,
]
