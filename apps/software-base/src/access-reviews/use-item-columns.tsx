import { type AccessReviewItem, type accessReviewItems, blinding, type UnusualSign } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { type ColumnsOf, inShort, StatusTag, shownInstant, type Tone } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useAccessReviewText } from './texts/index.ts'

const answerTones = { confirm: 'good', change: 'warning', revoke: 'bad' } as const satisfies Record<
  string,
  Tone
>

const signTones: Readonly<Record<UnusualSign, Tone>> = {
  neverSignedIn: 'warning',
  dormant: 'warning',
  closed: 'bad',
  unblinded: 'info',
  conflict: 'bad',
  fewHolders: 'info',
  manySites: 'info',
}

/** First line of a cell, and others below it. */
const Lines = ({ lines }: { readonly lines: readonly string[] }) => {
  const [first = '', ...others] = lines.filter((line) => line !== '')
  return (
    <>
      <span className="review-first" title={first}>
        {first || '–'}
      </span>
      {others.map((line) => (
        <span key={line} className="review-line" title={line}>
          {line}
        </span>
      ))}
    </>
  )
}

/** Returns the columns of access under review. */
export function useItemColumns(isWork: boolean): ColumnsOf<typeof accessReviewItems> {
  const t = useAccessReviewText()
  const word = useContractText()
  const label = useLabels('accessReview')
  return useMemo(() => {
    const blindingOf = ({ isBlind }: AccessReviewItem): string =>
      isBlind === null
        ? ''
        : word(`accessReport.blinding.${isBlind === blinding.unblinded ? 'unblinded' : 'blinded'}`)
    const decisionOf = (item: AccessReviewItem): readonly string[] => [
      item.answerRole,
      item.answerUnlimited ? t('never') : item.answerUntil && t('until', { day: item.answerUntil }),
      item.answer !== null && item.answererName === '' ? t('overdue') : item.answerReason,
      isWork || item.answererName === ''
        ? ''
        : `${item.answererName} · ${item.answeredAt && shownInstant(item.answeredAt)}`,
      item.applied === null || item.applied === 'done'
        ? ''
        : [word(`accessReview.applications.${item.applied}`), item.failure].filter(Boolean).join(': '),
    ]
    const reviewer = {
      key: 'reviewerName',
      title: label('reviewerName'),
      width: 130,
      render: ({ reviewerName }: AccessReviewItem) => reviewerName || '–',
    } as const
    const review = {
      key: 'reviewName',
      title: label('reviewName'),
      width: 150,
      render: ({ reviewName, lastDay }: AccessReviewItem) => (
        <Lines lines={[reviewName, t('lastDay', { day: lastDay })]} />
      ),
    } as const
    return [
      {
        key: 'fullName',
        title: label('fullName'),
        width: 150,
        always: true,
        pinned: true,
        render: ({ fullName, userName }) => <Lines lines={[fullName, userName]} />,
      },
      {
        key: 'roles',
        title: t('access'),
        width: 200,
        always: true,
        render: (item) => (
          <Lines
            lines={[
              [item.roles.join(', ') || word(`accessReport.kinds.${item.kind}`), blindingOf(item)]
                .filter(Boolean)
                .join(' · '),
              item.softName === '' ? '' : inShort(item.softName),
              item.accessUntil && t('until', { day: item.accessUntil }),
            ]}
          />
        ),
      },
      {
        key: 'studyName',
        title: t('scope'),
        width: 180,
        always: true,
        render: (item) => (
          <Lines
            lines={[
              item.kind === 'study' ? item.studyName || item.studyCode : item.tenantName,
              item.kind === 'study'
                ? [item.studyCode, item.siteName || word('accessReport.wholeStudy')]
                    .filter(Boolean)
                    .join(' · ')
                : '',
            ]}
          />
        ),
      },
      {
        key: 'lastSignIn',
        title: `${label('lastSignIn')} · ${label('unusual')}`,
        width: 170,
        always: true,
        render: ({ lastSignIn, unusual }) => (
          <>
            {lastSignIn !== '' && <span className="review-first">{shownInstant(lastSignIn)}</span>}
            <span className="review-signs">
              {unusual.map((sign) => (
                <StatusTag key={sign} tone={signTones[sign]}>
                  {word(`accessReview.signs.${sign}`)}
                </StatusTag>
              ))}
            </span>
          </>
        ),
      },
      {
        key: 'answer',
        title: label('answer'),
        width: 190,
        always: true,
        render: (item) => (
          <>
            <StatusTag tone={item.answer === null ? 'plain' : answerTones[item.answer]}>
              {word(`accessReview.answers.${item.answer ?? 'none'}`)}
            </StatusTag>
            {decisionOf(item)
              .filter((line) => line !== '')
              .map((line) => (
                <span key={line} className="review-line review-decision">
                  {line}
                </span>
              ))}
          </>
        ),
      },
      {
        key: 'since',
        title: t('granted'),
        width: 160,
        render: ({ since, grantedBy }) => <Lines lines={[since && shownInstant(since), grantedBy]} />,
      },
      isWork ? review : reviewer,
    ]
  }, [t, word, label, isWork])
}
