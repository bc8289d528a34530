import type { AccessRequestState as State } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { StatusTag, type Tone } from '../list/cells.tsx'

const tones: Readonly<Record<State, Tone>> = {
  requested: 'warning',
  approved: 'good',
  declined: 'bad',
  withdrawn: 'plain',
  expired: 'plain',
  ended: 'plain',
}

/** Shows the state of a request for access. */
export function AccessRequestState({ state }: { readonly state: State }) {
  const word = useContractText()
  return <StatusTag tone={tones[state]}>{word(`accessRequest.states.${state}`)}</StatusTag>
}
