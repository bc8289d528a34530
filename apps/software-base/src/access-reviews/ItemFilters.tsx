import { answerFilters } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { CheckFilter, KeywordInput, type List } from '@atrium/ui-kit/list'
import { LookupSelect } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useAccessReviewText } from './texts/index.ts'

/** Filters of access under review, by wire name. */
export const itemFilters = { answer: '', onlyUnusual: '', keyWord: '' }

/** Returns the filters as request fields. */
export const itemRequest = ({ answer, onlyUnusual, keyWord }: Readonly<Record<string, string>>) => ({
  ...(answer && { answer: answer as (typeof answerFilters)[number] }),
  ...(onlyUnusual && { onlyUnusual: true }),
  ...(keyWord && { keyWord }),
})

/** Filters access by decision, by what is unusual, and by person. */
export function ItemFilters({ state }: Pick<List<never>, 'state'>) {
  const t = useAccessReviewText()
  const word = useContractText()
  const label = useLabels('accessReview')
  const { values, choose, filter } = state
  const answers = useMemo(
    () => answerFilters.map((answer) => ({ value: answer, label: word(`accessReview.answers.${answer}`) })),
    [word],
  )
  return (
    <>
      <LookupSelect
        className="filter-select"
        label={label('answer')}
        placeholder={t('anyAnswer')}
        allowClear
        choices={answers}
        value={values.answer ?? ''}
        onChange={(answer) => choose({ answer })}
      />
      <KeywordInput
        placeholder={t('searchPeople')}
        value={values.keyWord ?? ''}
        onChange={(keyWord) => filter({ keyWord })}
      />
      <CheckFilter
        checked={values.onlyUnusual === 'yes'}
        onChange={(checked) => choose({ onlyUnusual: checked ? 'yes' : '' })}
      >
        {t('onlyUnusual')}
      </CheckFilter>
    </>
  )
}
