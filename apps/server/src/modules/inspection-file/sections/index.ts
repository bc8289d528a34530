import { accessSection } from './access.ts'
import { accessReviewsSection, decisionsSection } from './access-reviews.ts'
import type { Section } from './section.ts'
import { signaturesSection } from './signatures.ts'
import { trailSection } from './trail.ts'
import { findingsSection, trailReviewsSection } from './trail-reviews.ts'
import { evidenceSection, overridesSection, requirementsSection } from './trainings.ts'
import { unblindingSection } from './unblinding.ts'

export { linesOf } from './section.ts'

/** The sections of a file, in the order of its tabs. */
export const sections: readonly Section[] = [
  ...[trailSection, accessSection, unblindingSection],
  ...[accessReviewsSection, decisionsSection, trailReviewsSection, findingsSection],
  ...[requirementsSection, evidenceSection, overridesSection],
  signaturesSection,
]
