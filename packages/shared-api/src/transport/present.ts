import { codes, type Envelope } from '@atrium/contract'
import { openOverlay } from './overlay.ts'
import { Refusal } from './refusal.ts'
import { report } from './report.ts'

/** How a call shows itself to the user. */
export interface Presentation {
  /** Whether the loading overlay covers the content meanwhile; true unless said otherwise. */
  readonly overlay?: boolean
  /** Whether the caller shows a refusal itself, so that no toast does; false unless said otherwise. */
  readonly quiet?: boolean
}

/**
 * Covers the content while an envelope is on its way, and shows why none came or why it refuses.
 * @returns the envelope's data
 * @throws Refusal where it refuses; whatever kept it from coming
 */
export async function present(asked: () => Promise<Envelope>, presentation: Presentation): Promise<unknown> {
  const close = presentation.overlay === false ? undefined : openOverlay()
  try {
    const envelope = await asked()
    if (Number(envelope.code) !== codes.ok) throw new Refusal(envelope)
    return envelope.data
  } catch (error) {
    report(error, presentation)
    throw error
  } finally {
    close?.()
  }
}
