import {
  type AccessChange,
  type AccessRow,
  type AccessState,
  type accessList,
  blinding,
} from '@atrium/contract'
import { useContractText, useLabels, useLanguage } from '@atrium/shared-api'
import {
  type ColumnsOf,
  inShort,
  listNames,
  StatusTag,
  shownInstant,
  type Tone,
  usePeriodText,
} from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { AccessActions } from './AccessActions.tsx'
import { useAccessReportText } from './texts/index.ts'

const tones: Readonly<Record<AccessState, Tone>> = {
  current: 'good',
  upcoming: 'info',
  training: 'warning',
  waiting: 'warning',
  invited: 'warning',
  refused: 'bad',
  disabled: 'plain',
  locked: 'bad',
  ended: 'plain',
}

const changeTones = { added: 'good', removed: 'bad', changed: 'warning' } as const satisfies Record<
  AccessChange,
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

/** A difference between the two instants. */
interface Difference {
  /** Label of what differs. */
  readonly name: string
  readonly before: string
  readonly after: string
}

interface ChangeProps {
  readonly row: AccessRow
  readonly change: AccessChange
  readonly differences: readonly Difference[]
}

/** When, by whom and why access was granted; of removed access, when, by whom and why it was removed. */
const Event = ({ row: { since, grantedBy, reason } }: { readonly row: AccessRow }) => (
  <Lines lines={[shownInstant(since), grantedBy, reason]} />
)

/**
 * Shows how access changed between the two instants: what differs, with the earlier and the later text of each, or who
 * removed it.
 */
function Change({ row, change, differences }: ChangeProps) {
  const word = useContractText()
  return (
    <>
      <StatusTag tone={changeTones[change]}>{word(`accessReport.changes.${change}`)}</StatusTag>
      {change === 'removed' && <Event row={row} />}
      {differences.map(({ name, before, after }) => (
        <span key={name} className="access-difference">
          <small>{name}</small> <span>{before} →</span> <span>{after}</span>
        </span>
      ))}
    </>
  )
}

/** What is compared between two instants. */
type Compared = NonNullable<AccessRow['before']>

/** Returns functions that show what is compared between two instants, each with its label. */
function useCompared() {
  const word = useContractText()
  const label = useLabels('accessReport')
  const t = useAccessReportText()
  const language = useLanguage()
  const periodText = usePeriodText()
  return useMemo(() => {
    const rolesOf = ({ roles }: Compared): string => listNames(language, roles)
    const blindingOf = ({ isBlind }: Compared): string =>
      isBlind === null
        ? ''
        : word(`accessReport.blinding.${isBlind === blinding.unblinded ? 'unblinded' : 'blinded'}`)
    const stateOf = ({ state }: Compared): string => word(`accessReport.states.${state}`)
    const periodOf = ({ accessFrom, accessUntil }: Compared): string => periodText(accessFrom, accessUntil)
    const shown: readonly [string, (one: Compared) => string][] = [
      [label('roles'), rolesOf],
      [label('isBlind'), blindingOf],
      [label('state'), stateOf],
      [t('period'), periodOf],
    ]
    const differences = (row: AccessRow): Difference[] =>
      shown.flatMap(([name, textOf]) => {
        if (!row.before) return []
        const [before, after] = [textOf(row.before), textOf(row)]
        return before === after ? [] : [{ name, before: before || '–', after: after || '–' }]
      })
    return { rolesOf, blindingOf, stateOf, periodOf, differences }
  }, [t, word, label, language, periodText])
}

interface About {
  /** Whether rows say what changed between two instants. */
  readonly isComparing: boolean
  /** Whether all rows belong to one tenant, so that its name is redundant. */
  readonly isOfOneTenant: boolean
}

/** Returns the columns of the report. */
export function useAccessColumns({ isComparing, isOfOneTenant }: About): ColumnsOf<typeof accessList> {
  const t = useAccessReportText()
  const word = useContractText()
  const label = useLabels('accessReport')
  const { rolesOf, blindingOf, stateOf, periodOf, differences } = useCompared()
  return useMemo(() => {
    const kindOf = ({ kind }: AccessRow): string => word(`accessReport.kinds.${kind}`)
    /** Shows the study, or else the tenant or the platform. */
    const scopeOf = (row: AccessRow): string[] => {
      const { tenantName, studyName, studyCode } = row
      if (row.kind === 'study') return [studyName, studyCode, isOfOneTenant ? '' : tenantName]
      return isOfOneTenant ? [kindOf(row)] : [tenantName, kindOf(row)]
    }
    const person: ColumnsOf<typeof accessList> = [
      {
        key: 'fullName',
        title: label('fullName'),
        width: 120,
        always: true,
        pinned: true,
        render: ({ fullName, userName }) => (
          <Lines lines={[fullName, userName === fullName ? '' : userName]} />
        ),
      },
    ]
    const change: ColumnsOf<typeof accessList> = [
      {
        key: 'change',
        title: label('change'),
        width: 190,
        render: (row) =>
          row.change && <Change row={row} change={row.change} differences={differences(row)} />,
      },
    ]
    return [
      ...person,
      ...(isComparing ? change : []),
      { key: 'kind', title: t('scope'), width: 150, render: (row) => <Lines lines={scopeOf(row)} /> },
      {
        key: 'siteName',
        title: label('siteName'),
        width: 90,
        render: ({ kind, siteName }) => kind === 'study' && (siteName || word('accessReport.wholeStudy')),
      },
      {
        key: 'softName',
        title: label('softName'),
        width: 84,
        render: ({ softName }) => softName !== '' && <span title={softName}>{inShort(softName)}</span>,
      },
      {
        key: 'roles',
        title: label('roles'),
        width: 120,
        render: (row) => <Lines lines={[rolesOf(row), blindingOf(row)]} />,
      },
      {
        key: 'state',
        title: label('state'),
        width: 136,
        render: (row) => (
          <>
            <StatusTag tone={row.change === 'removed' ? 'plain' : tones[row.state]}>{stateOf(row)}</StatusTag>
            <AccessActions row={row} />
            {(row.accessFrom || row.accessUntil) && <span className="access-line">{periodOf(row)}</span>}
          </>
        ),
      },
      {
        key: 'since',
        title: t('given'),
        width: 176,
        render: (row) => row.change !== 'removed' && <Event row={row} />,
      },
      {
        key: 'lastSignIn',
        title: label('lastSignIn'),
        width: 110,
        hidden: isComparing,
        render: ({ lastSignIn }) =>
          lastSignIn !== '' && <Lines lines={shownInstant(lastSignIn).split(' ')} />,
      },
    ]
  }, [
    t,
    word,
    label,

    rolesOf,
    blindingOf,
    stateOf,
    periodOf,
    differences,
    isComparing,
    isOfOneTenant,
  ])
}
