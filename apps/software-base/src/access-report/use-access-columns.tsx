import { type AccessRow, type AccessState, type accessList, blinding } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import {
  type ColumnsOf,
  inShort,
  StatusTag,
  shownInstant,
  type Tone,
  usePeriodText,
} from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useAccessReportText } from './texts/index.ts'

const tones: Readonly<Record<AccessState, Tone>> = {
  current: 'good',
  upcoming: 'info',
  waiting: 'warning',
  invited: 'warning',
  refused: 'bad',
  disabled: 'plain',
  locked: 'bad',
  ended: 'plain',
}

const changeTones = { added: 'good', removed: 'bad', changed: 'warning' } as const satisfies Record<
  string,
  Tone
>

/** First line of a cell, and others below it. */
const Lines = ({ lines }: { readonly lines: readonly string[] }) => {
  const [first = '', ...others] = lines.filter((line) => line !== '')
  return (
    <>
      <span className="access-first">{first || '–'}</span>
      {others.map((line) => (
        <span key={line} className="access-line">
          {line}
        </span>
      ))}
    </>
  )
}

type Shown = Pick<AccessRow, 'roles' | 'isBlind' | 'state' | 'accessFrom' | 'accessUntil'>

/** Returns the columns of the report; of a comparison with what changed. */
export function useAccessColumns(isComparing: boolean): ColumnsOf<typeof accessList> {
  const t = useAccessReportText()
  const word = useContractText()
  const label = useLabels('accessReport')
  const periodText = usePeriodText()
  return useMemo(() => {
    const blindingOf = ({ isBlind }: Pick<Shown, 'isBlind'>): string =>
      isBlind === null
        ? ''
        : word(`accessReport.blinding.${isBlind === blinding.unblinded ? 'unblinded' : 'blinded'}`)
    const periodOf = ({ accessFrom, accessUntil }: Shown): string =>
      accessFrom || accessUntil ? periodText(accessFrom, accessUntil) : ''
    const inWords = (shown: Shown): string =>
      [
        ...[shown.roles.join(', '), blindingOf(shown), word(`accessReport.states.${shown.state}`)],
        periodOf(shown),
      ]
        .filter((text) => text !== '')
        .join(' · ')
    const columns: ColumnsOf<typeof accessList> = [
      {
        key: 'fullName',
        title: label('fullName'),
        width: 150,
        always: true,
        pinned: true,
        render: ({ fullName, userName }) => (
          <Lines lines={[fullName, userName === fullName ? '' : userName]} />
        ),
      },
      {
        key: 'kind',
        title: label('kind'),
        width: 110,
        render: ({ kind, tenantName }) => <Lines lines={[word(`accessReport.kinds.${kind}`), tenantName]} />,
      },
      {
        key: 'studyName',
        title: label('studyName'),
        width: 170,
        render: ({ studyName, studyCode }) => studyName !== '' && <Lines lines={[studyName, studyCode]} />,
      },
      {
        key: 'siteName',
        title: label('siteName'),
        width: 120,
        render: ({ kind, siteName }) => kind === 'study' && (siteName || word('accessReport.wholeStudy')),
      },
      {
        key: 'softName',
        title: label('softName'),
        width: 72,
        render: ({ softName }) => softName !== '' && <span title={softName}>{inShort(softName)}</span>,
      },
      {
        key: 'roles',
        title: label('roles'),
        width: 180,
        render: (row) => <Lines lines={[row.roles.join(', '), blindingOf(row)]} />,
      },
      {
        key: 'state',
        title: label('state'),
        width: 110,
        render: ({ state }) => (
          <StatusTag tone={tones[state]}>{word(`accessReport.states.${state}`)}</StatusTag>
        ),
      },
      { key: 'accessUntil', title: t('period'), width: 160, render: (row) => periodOf(row) },
      {
        key: 'since',
        title: t('given'),
        width: 190,
        render: ({ since, grantedBy, reason }) => <Lines lines={[shownInstant(since), grantedBy, reason]} />,
      },
      {
        key: 'lastSignIn',
        title: label('lastSignIn'),
        width: 160,
        render: ({ lastSignIn }) => lastSignIn !== '' && shownInstant(lastSignIn),
      },
    ]
    if (!isComparing) return columns
    return [
      ...columns.slice(0, 1),
      {
        key: 'change',
        title: label('change'),
        width: 200,
        render: ({ change, before }) =>
          change && (
            <>
              <StatusTag tone={changeTones[change]}>{word(`accessReport.changes.${change}`)}</StatusTag>
              {before && <span className="access-line">{t('was', { before: inWords(before) })}</span>}
            </>
          ),
      },
      ...columns.slice(1),
    ]
  }, [t, word, label, periodText, isComparing])
}
