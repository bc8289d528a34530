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

/** State of a licence today, as a coloured tag with a word. */
export function LicenceState({ state }: Pick<Licence, 'state'>) {
  const t = useContractText()
  return <StatusTag tone={tones[state]}>{t(`licence.states.${state}`)}</StatusTag>
}

/** Shows the days of a licence, or that it is valid for ever. */
export function useLicencePeriod() {
  const t = useContractText()
  return useCallback(
    ({ timeEnable, startTime, endTime }: Pick<Licence, 'timeEnable' | 'startTime' | 'endTime'>): string =>
      timeEnable ? t('licence.period', { from: startTime, to: endTime }) : t('licence.unlimited'),
    [t],
  )
}
