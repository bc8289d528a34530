import { Button, Popover } from '@arco-design/web-react'
import { IconRefresh, IconSettings } from '@arco-design/web-react/icon'
import { Suspense, useState } from 'react'
import { lazyPart } from '../base/lazy-part.tsx'
import { useKitText } from '../texts/index.ts'
import type { Column } from './column.ts'
import type { TableSettingsProps } from './TableSettings.tsx'

function SettingsMissing({ retry }: { readonly retry: () => void }) {
  const t = useKitText()
  return <Button onClick={retry}>{t('list.retry')}</Button>
}

const TableSettings = lazyPart<TableSettingsProps>(
  () => import(/* webpackChunkName: "table-settings" */ './TableSettings.tsx'),
  SettingsMissing,
)

interface Props<Row> {
  /** Name under which the list's settings are stored. */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly onRefresh: () => unknown
}

/** Tools of every table: reload the rows, and choose columns and density. */
export function TableTools<Row>({ name, columns, onRefresh }: Props<Row>) {
  const t = useKitText()
  const [refreshing, setRefreshing] = useState(false)
  const refetch = async () => {
    setRefreshing(true)
    await onRefresh()
    setRefreshing(false)
  }
  return (
    <div className="data-table-tools">
      <Button
        aria-label={t('list.refresh')}
        title={t('list.refresh')}
        icon={<IconRefresh />}
        loading={refreshing}
        onClick={refetch}
      />
      <Popover
        trigger="click"
        position="br"
        title={t('list.settings')}
        content={
          <Suspense>
            <TableSettings name={name} columns={columns} />
          </Suspense>
        }
      >
        <Button aria-label={t('list.settings')} title={t('list.settings')} icon={<IconSettings />} />
      </Popover>
    </div>
  )
}
