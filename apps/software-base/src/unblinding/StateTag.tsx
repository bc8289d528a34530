import type { UnblindingState } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { StatusTag, type Tone } from '@atrium/ui-kit/list'

const tones: Readonly<Record<UnblindingState, Tone>> = {
  requested: 'warning',
  approved: 'info',
  active: 'good',
  ended: 'plain',
  declined: 'bad',
  withdrawn: 'plain',
}

/** Shows the state of unblinded access. */
export function StateTag({ state }: { readonly state: UnblindingState }) {
  const word = useContractText()
  return <StatusTag tone={tones[state]}>{word(`unblinding.states.${state}`)}</StatusTag>
}
