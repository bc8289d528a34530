import { useMemo } from 'react'
import { useMayOpen } from '../base/use-may-open.ts'
import type { HistoryOf } from '../history/context.ts'
import { useKitText } from '../texts/index.ts'
import { RowActions } from './cells.tsx'
import type { Column } from './column.ts'

/**
 * Returns the column of the rows' histories, for a list without other actions; no column for users who may not read the
 * audit trail.
 * @param nameOf returns the name of a row's item; must stay the same function between renders, like `historyOf`
 */
export function useHistoryColumn<Row>(
  nameOf: (row: Row) => string,
  historyOf: (row: Row) => HistoryOf,
): readonly Column<Row, never>[] {
  const t = useKitText()
  const mayRead = useMayOpen('auditTrail')
  return useMemo(() => {
    if (!mayRead) return []
    return [
      {
        key: 'actions',
        title: t('list.actions'),
        width: 72,
        actions: true,
        render: (row) => <RowActions itemName={nameOf(row)} actions={[]} history={historyOf(row)} />,
      },
    ]
  }, [t, mayRead, nameOf, historyOf])
}
