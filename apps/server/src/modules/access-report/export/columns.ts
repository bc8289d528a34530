import { type AccessRow, blinding, listNames, type TextKey } from '@atrium/contract'
import type { Column } from '../../../platform/export/workbook.ts'
import { timeIn } from '../../audit-trail/index.ts'
import type { AccessExport } from './work.ts'

/** Returns the blinding of roles in words. */
const blindingOf = (t: AccessExport['work']['t'], isBlind: number | null): string => {
  if (isBlind === null) return ''
  return t(`accessReport.blinding.${isBlind === blinding.unblinded ? 'unblinded' : 'blinded'}`)
}

/** Returns a period of access in words; '' if it has neither a first nor a last day. */
const periodOf = (t: AccessExport['work']['t'], from: string, until: string): string => {
  if (from && until) return t('period.both', { from, until })
  if (from) return t('period.from', { from })
  return until && t('period.until', { until })
}

const zoneOf = ({ input, services }: AccessExport['work']): string =>
  input.timeZone || services.profile.timeZone

/** Returns columns with the instants of the report, for files without a cover. */
export function instantColumns({ work, question, time }: AccessExport): readonly Column<AccessRow>[] {
  const zone = zoneOf(work)
  const column = (key: 'at' | 'compareWith', instant: string): Column<AccessRow> => ({
    ...{ title: work.t(`accessReport.${key}`), width: 36 },
    textOf: () => `${timeIn(zone)(instant)} (${zone})`,
  })
  const { compareWith } = question
  return [column('at', time), ...(compareWith === undefined ? [] : [column('compareWith', compareWith)])]
}

/** Returns the columns of the report in the reader's language. */
export function columnsOf({ work, question }: AccessExport): readonly Column<AccessRow>[] {
  const { t, language } = work
  const zone = zoneOf(work)
  const time = timeIn(zone)
  const column = (key: TextKey, width: number, textOf: (row: AccessRow) => string) => ({
    ...{ title: t(key), width, textOf },
  })
  const instant = (key: TextKey, textOf: (row: AccessRow) => string) => ({
    ...column(key, 20, (row) => (textOf(row) === '' ? '' : time(textOf(row)))),
    title: `${t(key)} (${zone})`,
  })
  const stateOf = ({ state }: Pick<AccessRow, 'state'>) => t(`accessReport.states.${state}`)
  const beforeOf = ({ before }: AccessRow): string =>
    before === undefined
      ? ''
      : [
          ...[listNames(language, before.roles), blindingOf(t, before.isBlind), stateOf(before)],
          periodOf(t, before.accessFrom, before.accessUntil),
        ]
          .filter((text) => text !== '')
          .join('; ')
  const differences = [
    column('accessReport.change', 12, ({ change }) => (change ? t(`accessReport.changes.${change}`) : '')),
    column('accessReport.before', 32, beforeOf),
  ]
  return [
    ...(question.compareWith === undefined ? [] : differences),
    column('accessReport.fullName', 20, ({ fullName }) => fullName),
    column('accessReport.userName', 24, ({ userName }) => userName),
    column('accessReport.kind', 14, ({ kind }) => t(`accessReport.kinds.${kind}`)),
    column('accessReport.tenantName', 24, ({ tenantName }) => tenantName),
    column('accessReport.studyName', 24, ({ studyName }) => studyName),
    column('accessReport.studyCode', 16, ({ studyCode }) => studyCode),
    column('accessReport.siteName', 24, ({ siteName, kind }) =>
      siteName === '' && kind === 'study' ? t('accessReport.wholeStudy') : siteName,
    ),
    column('accessReport.softName', 16, ({ softName }) => softName),
    column('accessReport.roles', 32, ({ roles }) => listNames(language, roles)),
    column('accessReport.isBlind', 12, ({ isBlind }) => blindingOf(t, isBlind)),
    column('accessReport.state', 14, stateOf),
    column('accessReport.accessFrom', 12, ({ accessFrom }) => accessFrom),
    column('accessReport.accessUntil', 12, ({ accessUntil }) => accessUntil),
    instant('accessReport.since', ({ since }) => since),
    column('accessReport.grantedBy', 24, ({ grantedBy }) => grantedBy),
    column('accessReport.reason', 32, ({ reason }) => reason),
    instant('accessReport.lastSignIn', ({ lastSignIn }) => lastSignIn),
  ]
}
