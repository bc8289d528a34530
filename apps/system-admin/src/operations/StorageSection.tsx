import { type DiskFigures, type Overview, type StorageFigures, sizeInWords } from '@atrium/contract'
import { useLabels, useLanguage } from '@atrium/shared-api'
import { type Column, DataTable, UsageBar } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { Fact, Section } from './Section.tsx'
import { useOperationsText } from './texts/index.ts'

type Table = StorageFigures['tables'][number]

function TableSizes({ tables }: { readonly tables: readonly Table[] }) {
  const t = useOperationsText()
  const label = useLabels('operations')
  const language = useLanguage()
  const rows = useMemo(() => tables.map((table) => ({ id: table.name, ...table })), [tables])
  const columns = useMemo(
    (): readonly Column<Table & { readonly id: string }>[] => [
      {
        key: 'name',
        title: t('table'),
        width: 180,
        always: true,
        render: ({ name }) => <code>{name}</code>,
      },
      {
        key: 'bytes',
        title: label('bytes'),
        width: 90,
        numeric: true,
        render: ({ bytes }) => sizeInWords(bytes, language),
      },
      {
        key: 'rows',
        title: label('rows'),
        width: 110,
        numeric: true,
        render: ({ rows: count }) => (count < 0 ? '–' : Math.round(count).toLocaleString(language)),
      },
    ],
    [t, label, language],
  )
  return (
    <DataTable name="operations.tables" label={t('tablesTitle')} columns={columns} rows={rows} empty={null} />
  )
}

function Disk({ of, free, total }: DiskFigures) {
  const t = useOperationsText()
  const language = useLanguage()
  const label = t(`disk.${of}`)
  return (
    <Fact label={label}>
      <UsageBar
        label={label}
        used={total - free}
        max={Math.max(1, total)}
        text={t('free', {
          free: sizeInWords(free, language),
          total: sizeInWords(total, language),
        })}
      />
    </Fact>
  )
}

/** Shows the disk space used by the database and files, and the free space. */
export function StorageSection({ storage, files, disks }: Pick<Overview, 'storage' | 'files' | 'disks'>) {
  const t = useOperationsText()
  const language = useLanguage()
  const missing = <small>{t('missing')}</small>
  const sizeOr = (bytes: number | null) => (bytes === null ? '–' : sizeInWords(bytes, language))
  return (
    <Section title={t('storageTitle')} part={{ storage, files, disks }}>
      {() => (
        <>
          <dl className="facts operations-facts operations-storage">
            <Fact label={t('database')}>{storage ? sizeOr(storage.database) : missing}</Fact>
            <Fact label={t('files')}>
              {files
                ? t(files.isEstimate ? 'fileEstimate' : 'fileCount', {
                    count: files.count,
                    size: sizeInWords(files.bytes, language),
                  })
                : missing}
            </Fact>
            {disks?.map((disk) => (
              <Disk key={disk.of} {...disk} />
            ))}
            {disks?.length === 0 && <Fact label={t('disks')}>{t('elsewhere')}</Fact>}
            {!disks && <Fact label={t('disks')}>{missing}</Fact>}
          </dl>
          {storage && storage.tables.length > 0 && (
            <>
              <h3 className="operations-channel">{t('tablesTitle')}</h3>
              <TableSizes tables={storage.tables} />
            </>
          )}
        </>
      )}
    </Section>
  )
}
