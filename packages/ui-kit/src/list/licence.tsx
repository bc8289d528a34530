import type { Licence } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { useCallback } from 'react'
import { StatusTag, type Tone } from './cells.tsx'

const tones: Readonly<Record<Licence['state'], Tone>> = {
  open: 'good',
  ending: 'warning',
  upcoming: 'info',
  expired: 'bad',
  disabled: 'plain',
}

/** Shows the current state of a licence as a coloured tag with text. */
export function LicenceState({ state }: Pick<Licence, 'state'>) {
  const t = useContractText()
  return <StatusTag tone={tones[state]}>{t(`licence.states.${state}`)}</StatusTag>
}

/** Shows the dates of a licence, or that it never expires. */
export function useLicencePeriod() {
  const t = useContractText()
  return useCallback(
    ({ timeEnable, startTime, endTime }: Pick<Licence, 'timeEnable' | 'startTime' | 'endTime'>): string =>
      timeEnable ? t('licence.period', { from: startTime, to: endTime }) : t('licence.unlimited'),
    [t],
  )
}
