import type { fileList, ListedFile } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, RowActions, shownInstant } from '@atrium/ui-kit/list'
import { useMemo, useRef } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'
import { FileIcon } from './FileIcon.tsx'

/** Returns the columns of the file list. */
export function useFileColumns(download: (file: ListedFile) => void): ColumnsOf<typeof fileList> {
  const t = useSoftwareBaseText()
  const label = useLabels('file')
  const latest = useRef(download)
  latest.current = download
  return useMemo(
    () => [
      {
        key: 'fileName',
        title: label('fileName'),
        width: 220,
        sortable: true,
        always: true,
        render: ({ fileName }) => (
          <span className="file-name" title={fileName}>
            <FileIcon fileName={fileName} />
            <bdi>{fileName}</bdi>
          </span>
        ),
      },
      {
        key: 'size',
        title: label('size'),
        width: 96,
        sortable: true,
        numeric: true,
        render: ({ fileSizeStr }) => fileSizeStr,
      },
      { key: 'softName', title: label('softName'), width: 160, shortened: true },
      { key: 'tenantName', title: label('tenantName'), width: 160 },
      {
        key: 'createTime',
        title: label('createTime'),
        width: 172,
        sortable: true,
        render: ({ createTime }) => shownInstant(createTime),
      },
      { key: 'sha256', title: label('sha256'), width: 200, hidden: true },
      {
        key: 'actions',
        title: t('file.actions'),
        width: 96,
        actions: true,
        render: (file) => (
          <RowActions
            itemName={file.fileName}
            actions={[{ label: t('file.download'), onChoose: () => latest.current(file) }]}
            history={{ entity: 'file', entityId: file.id }}
          />
        ),
      },
    ],
    [t, label],
  )
}
