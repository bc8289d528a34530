import type { Outcome } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { StatusTag, type Tone } from './cells.tsx'

const tones: Readonly<Record<Outcome, Tone>> = {
  refused: 'bad',
  unauthorized: 'bad',
  unsent: 'warning',
  approval: 'warning',
  training: 'warning',
  waiting: 'warning',
  planned: 'info',
  sent: 'info',
  accepted: 'good',
  joined: 'good',
}

/** Shows the outcome of an invitation or authorization, as a coloured tag with a word. */
export function OutcomeTag({ outcome }: { readonly outcome: Outcome }) {
  const t = useContractText()
  return <StatusTag tone={tones[outcome]}>{t(`outcome.${outcome}`)}</StatusTag>
}
