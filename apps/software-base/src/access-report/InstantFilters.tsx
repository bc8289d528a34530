import type { accessList } from '@atrium/contract'
import { Rejection, useContractText, useLabels } from '@atrium/shared-api'
import { type ListOf, shownInstant, shownZone } from '@atrium/ui-kit/list'
import { InstantFilter } from '@atrium/ui-kit/pickers'
import { useAccessReportText } from './texts/index.ts'

interface Props {
  readonly list: ListOf<typeof accessList>
}

/** The instant of the report, and the earlier one that it is compared with. */
export function InstantFilters({ list: { state, response, error } }: Props) {
  const t = useAccessReportText()
  const word = useContractText()
  const label = useLabels('accessReport')
  const { at = '', compareWith = '' } = state.values
  const recordedSince = response?.recordedSince ?? ''
  const isReversed = (instants: { readonly at: string; readonly compareWith: string }): boolean =>
    instants.at !== '' && instants.compareWith !== '' && instants.at <= instants.compareWith
  const field = (name: 'at' | 'compareWith', placeholder: string) => ({
    label: label(name),
    placeholder,
    value: name === 'at' ? at : compareWith,
    earliest: recordedSince,
    problemOf: (instant: string) => {
      const time = Date.parse(instant)
      if (time > Date.now()) return word('accessReport.rule.future', { field: label(name) })
      if (isReversed({ at, compareWith, [name]: instant })) return word('accessReport.rule.order')
      if (recordedSince === '' || time >= Date.parse(recordedSince)) return undefined
      const since = `${shownInstant(recordedSince)} (${shownZone})`
      return word('accessReport.rule.tooEarly', { since })
    },
    rejection:
      error instanceof Rejection ? error.errors.find((one) => one.field === name)?.message : undefined,
    onChange: (instant: string) => state.choose({ [name]: instant }),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame
    <div className="access-instants" role="group" aria-label={t('instants')}>
      <InstantFilter {...field('at', t('now'))} />
      <InstantFilter {...field('compareWith', t('notCompared'))} />
      <span className="access-zone">{shownZone}</span>
    </div>
  )
}
